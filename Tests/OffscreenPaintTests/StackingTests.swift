import OffscreenCSS
import OffscreenGeometry
@testable import OffscreenLayout
@testable import OffscreenPaint
import Testing

/// The order of https://www.w3.org/TR/CSS22/zindex.html , seen in the order of filled rectangles.
@Suite struct StackingTests {
  /// The colours of all rectangles, in order.
  private func order(_ items: [Item], root: (inout StyleValues) -> Void = { _ in }) throws -> [String] {
    let maker = TreeMaker(Item((0, 0, 100, 100), style: root, items))
    return try maker.dump().split(separator: "\n").compactMap { line in
      line.contains("rect (") ? String(line.suffix(7)) : nil
    }
  }

  @Test func levelsGoFromNegativeToPositive() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000001); $0.box.position = .relative; $0.box.zIndex = 1
        }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000002); $0.box.position = .relative; $0.box.zIndex = -1
        }),
      Item((0, 0, 10, 10), style: { $0.color(0x000003) }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000004); $0.box.position = .relative
        }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000005); $0.box.position = .relative; $0.box.zIndex = 0
        }),
    ])
    #expect(colors == ["#000002", "#000003", "#000004", "#000005", "#000001"])
  }

  @Test func floatsStandBetweenBlocksAndInlines() throws {
    let colors = try order([
      Item((0, 0, 10, 10), .inline, style: { $0.color(0x000001) }),
      Item((0, 0, 10, 10), flags: .floating, style: { $0.color(0x000002) }),
      Item((0, 0, 10, 10), style: { $0.color(0x000003) }),
    ])
    #expect(colors == ["#000003", "#000002", "#000001"])
  }

  @Test func anAtomicInlineIsPaintedInOnePiece() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10), flags: .atomicInline, style: { $0.color(0x000001) },
        [Item((0, 0, 5, 5), style: { $0.color(0x000002) })]),
      Item((0, 0, 10, 10), style: { $0.color(0x000003) }),
    ])
    #expect(colors == ["#000003", "#000001", "#000002"])
  }

  @Test func positionedDescendantsOfAFloatLeaveIt() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10), flags: .floating, style: { $0.color(0x000001) },
        [
          Item(
            (0, 0, 5, 5),
            style: {
              $0.color(0x000002); $0.box.position = .relative
            })
        ]),
      Item((0, 0, 10, 10), .inline, style: { $0.color(0x000003) }),
    ])
    #expect(colors == ["#000001", "#000003", "#000002"])
  }

  @Test func aNegativeLevelStaysInItsContext() throws {
    let colors = try order([
      Item(
        (0, 0, 50, 50),
        style: {
          $0.color(0x000001); $0.box.position = .relative; $0.box.zIndex = 0
        },
        [
          Item(
            (0, 0, 5, 5),
            style: {
              $0.color(0x000002); $0.box.position = .relative; $0.box.zIndex = -1
            })
        ]),
      Item((0, 0, 10, 10), style: { $0.color(0x000003) }),
    ])
    #expect(colors == ["#000003", "#000001", "#000002"])
  }

  @Test func anItemsLevelCountsWithoutPosition() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10), flags: .item,
        style: {
          $0.color(0x000001); $0.box.zIndex = 2
        }),
      Item(
        (0, 0, 10, 10), flags: .item,
        style: {
          $0.color(0x000002); $0.box.zIndex = 1
        }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000003); $0.box.zIndex = -1
        }),
    ])
    #expect(colors == ["#000003", "#000002", "#000001"])
  }

  /// An absolutely positioned box belongs to the stacking context of its ancestors, but is clipped
  /// only by its containing blocks.
  @Test func membershipFollowsBoxesAndClipsFollowFragments() throws {
    let maker = TreeMaker(
      Item(
        (0, 0, 100, 100), style: { _ in },
        [
          Item(
            (0, 0, 20, 20),
            style: {
              $0.box.overflowX = .hidden; $0.box.overflowY = .hidden
            },
            [
              Item(
                (0, 0, 20, 20),
                style: {
                  $0.color(0x000001); $0.effect.opacity = 0.5
                },
                [
                  Item(
                    (50, 50, 10, 10), flags: .outOfFlow, isContainedByRoot: true,
                    style: {
                      $0.color(0x000002); $0.box.position = .absolute
                    })
                ])
            ])
        ]))
    #expect(
      try maker.dump() == """
        layer opacity 0.5
          clip (0 0 20x20)
            rect (0 0 20x20) #000001
          rect (50 50 10x10) #000002

        """)
  }

  @Test func aTransformIsAroundTheClipsInside() throws {
    let maker = TreeMaker(
      Item(
        (0, 0, 100, 100),
        [
          Item(
            (10, 10, 20, 20),
            style: {
              $0.effect.transform = [.scale(x: 2, y: 2, z: 1)]
              $0.box.overflowX = .hidden
              $0.box.overflowY = .hidden
            }, [Item((10, 10, 40, 5), style: { $0.color(0x000001) })])
        ]))
    #expect(
      try maker.dump() == """
        transform 2 0 0 2 -20 -20
          clip (10 10 20x20)
            rect (10 10 40x5) #000001

        """)
  }

  @Test func theClipPropertyIsWithinTheTransform() throws {
    let maker = TreeMaker(
      Item(
        (0, 0, 100, 100),
        [
          Item(
            (10, 10, 20, 20), flags: .outOfFlow,
            style: {
              $0.color(0x000001)
              $0.box.position = .absolute
              $0.effect.clip = Sides(top: 0, right: 5, bottom: 5, left: 0)
              $0.effect.transform = [.translate(x: .length(50), y: .zero, z: 0)]
            })
        ]))
    #expect(
      try maker.dump() == """
        transform 1 0 0 1 50 0
          clip (10 10 5x5)
            rect (10 10 20x20) #000001

        """)
  }

  @Test func nothingIsSeenOfWhatIsFlattenedOrShowsItsHiddenBack() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000001); $0.effect.transform = [.scale(x: 1, y: 1, z: 0)]
        }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000002)
          $0.effect.transform = [.rotate(x: 0, y: 1, z: 0, angle: 180)]
          $0.effect.backfaceVisibility = .hidden
        }),
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000003); $0.effect.transform = [.scale(x: 0, y: 1, z: 1)]
        }),
    ])
    #expect(colors == [])
  }

  @Test func aSharedSpaceIsPaintedFromTheBack() throws {
    func face(_ color: UInt32, z: Float) -> Item {
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(color); $0.effect.transform = [.translate(x: .zero, y: .zero, z: z)]
        })
    }
    let items = [face(0x000001, z: 5), face(0x000002, z: -5), face(0x000003, z: 0)]
    #expect(
      try order([Item((0, 0, 50, 50), style: { $0.effect.transformStyle = .preserve3D }, items)])
        == ["#000002", "#000003", "#000001"])
    // Without the shared space the tree's order counts.
    #expect(try order([Item((0, 0, 50, 50), items)]) == ["#000001", "#000002", "#000003"])
  }

  @Test func aBackTurnedTwiceIsAFront() throws {
    let back = Item(
      (0, 0, 10, 10),
      style: {
        $0.color(0x000001)
        $0.effect.transform = [.rotate(x: 0, y: 1, z: 0, angle: 180)]
        $0.effect.backfaceVisibility = .hidden
      })
    let card = Item(
      (0, 0, 10, 10),
      style: {
        $0.effect.transform = [.rotate(x: 0, y: 1, z: 0, angle: 180)]
        $0.effect.transformStyle = .preserve3D
      }, [back])
    #expect(try order([card]) == ["#000001"])
  }

  @Test func hiddenBoxesPaintNothingButTheirVisibleChildren() throws {
    let colors = try order([
      Item(
        (0, 0, 10, 10),
        style: {
          $0.color(0x000001); $0.inherited.visibility = .hidden
        },
        [Item((0, 0, 5, 5), style: { $0.color(0x000002) })])
    ])
    #expect(colors == ["#000002"])
  }

  @Test func deepNestingEndsWithoutHarm() throws {
    var item = Item(
      (0, 0, 10, 10),
      style: {
        $0.color(0x000001); $0.effect.opacity = 0.5
      })
    for _ in 0..<200 { item = Item((0, 0, 10, 10), style: { $0.effect.opacity = 0.9 }, [item]) }
    _ = try TreeMaker(Item((0, 0, 100, 100), [item])).dump()
  }
}
