import Foundation
import TestSupport
import Testing

/// What becomes of a batch when something other than its pages goes wrong.
@Suite(.needsProgram, .serialized)
struct BatchTroubleCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeSite(pages: Int) throws {
    for page in 0..<pages { try folder.write("<!DOCTYPE html><p>Page \(page)", to: "site/p\(page).html") }
  }

  private func batch(_ options: String = "", provoke: String = "") throws -> Command.Result {
    try folder.shell(
      "offscreen batch site -o out --viewport 320x200 \(options)",
      provoke: provoke)
  }

  private static let canMount =
    (try? Command.shell(
      "[ $(id -u) = 0 ] && unshare -m sh -c 'mount --make-rprivate / && mount -t tmpfs -o size=64k tmpfs /mnt'",
      in: FileManager.default.temporaryDirectory))?.status == 0

  /// A disk that fills up, and then has room again.
  @Test(.needs("root, who can make a small disk", canMount)) func aFullDiskIsCalledThatAndTriedAgain() throws {
    try makeSite(pages: 40)
    let result = try folder.shell(
      """
      mkdir out
      unshare -m bash -c '
        mount --make-rprivate / && mount -t tmpfs -o size=48k tmpfs out || exit 77
        offscreen batch site -o out --viewport 320x200 > first 2>&1; echo "first $?"
        find out -name "*.part"
        mount -o remount,size=16m out
        offscreen batch site -o out --viewport 320x200 > second 2>&1; echo "second $?"
        grep -c . out/manifest.ndjson; ls out | grep -c png'
      """)
    #expect(result.output == "first 1\nsecond 0\n40\n40\n", "\(result.output)\(result.error)")
    let first = folder.text("first")
    let second = folder.text("second")
    #expect(
      first.contains("the disk is full") && !second.contains("failed"), "\(first.suffix(500))\n\(second.suffix(300))")
  }

  @Test func aRendererThatIsKilledFromOutsideCostsNoPage() throws {
    try makeSite(pages: 300)
    let result = try folder.shell(
      """
      offscreen batch site -o out --viewport 320x200 --jobs 2 > log & program=$!
      until [ "$(grep -c -- '->' log)" -ge 40 ]; do sleep 0.02; done
      pkill -KILL -P $program
      wait $program; echo $?; tail -1 log
      """)
    #expect(result.output.hasPrefix("0\n300 rendered in "), "\(result.output)")
  }

  @Test func aPageThatIsKilledAgainAndAgainFailsUntilTheNextRun() throws {
    try makeSite(pages: 3)
    let killed = try folder.shell(
      """
      OFFSCREEN_PROVOKE="hang=p1.html" offscreen batch site -o out --viewport 320x200 --jobs 1 > log & program=$!
      for i in $(seq 100); do sleep 0.1; grep -q "in .* s" log && break
        [ "$(grep -c -- '->' log)" -ge 1 ] && sleep 0.5 && pkill -KILL -P $program; done
      wait $program; echo $?; cat log
      """)
    #expect(
      killed.output.hasPrefix("1\n") && killed.output.contains("killed from outside twice")
        && killed.output.contains("2 rendered, 1 failed"))
    let again = try batch()
    #expect(again.status == 0 && again.output.contains("1 rendered, 2 unchanged"), "\(again.output)")
  }

  /// What a page does to itself is not tried again, unless it is asked for.
  @Test func aPageThatCrashesIsNotTriedAgain() throws {
    try makeSite(pages: 2)
    #expect(try batch(provoke: "crash=p1.html").output.contains("1 rendered, 1 failed"))
    let again = try batch()
    #expect(
      again.status == 1 && again.output.contains("0 rendered, 1 unchanged, 1 failed")
        && again.output.contains("SIGABRT"), "\(again.output)")
    #expect(try batch("--retry-failed").output.contains("1 rendered, 1 unchanged"))
  }

  @Test func anAddressThatFailedIsTriedAgain() throws {
    try folder.write("http://127.0.0.1:9/a\n", to: "list")
    for _ in 0..<2 {
      let result = try folder.shell(
        "offscreen batch --list list site -o out --network all --timeout 5s")
      #expect(result.output.contains("0 rendered") && result.output.contains("2 failed"), "\(result.output)")
      #expect(!result.output.contains("unchanged"))
    }
  }

  @Test func passwordsAreShownNowhere() throws {
    try folder.write("http://me:geheim@127.0.0.1:8/a\nhttp://me:geheim@exa mple/\n", to: "list")
    try folder.write("<p>x", to: "site/x.html")
    let result = try folder.shell(
      "offscreen batch --list list site -o out --network all --timeout 5s --viewport 64x48 --user me:geheim; grep -rl geheim out"
    )
    #expect(
      result.output.contains("1 rendered, 2 failed") && result.output.contains("http://127.0.0.1:8/a"),
      "\(result.output)")
    #expect(!(result.output + result.error).contains("geheim"), "\(result.output)")
  }

  @Test func aCutManifestLosesItsLastLineAlone() throws {
    try makeSite(pages: 5)
    _ = try batch()
    _ = try folder.shell("truncate -s -30 out/manifest.ndjson; touch site/new.html")
    #expect(try batch().output.contains("2 rendered, 4 unchanged"))
    #expect(try batch().output.contains("0 rendered, 6 unchanged"))
  }

  /// Three gigabytes that a page and a picture name, and a pipe: nothing of it is read.
  @Test func largeFilesAreNotReadIntoMemory() throws {
    try folder.write("<p>a<img src=big.bin>", to: "site/a.html")
    _ = try folder.shell("truncate -s 3G site/big.bin site/huge.html; mkfifo site/pipe.html")
    let first = try batch("--jobs 1")
    #expect(first.status == 1 && first.output.contains("1 rendered, 2 failed"), "\(first.output)")
    let result = try folder.shell(
      """
      offscreen batch site -o out --viewport 320x200 --watch --jobs 1 > log & program=$!
      until grep -q watching log; do sleep 0.05; done
      grep VmHWM /proc/$program/status | tr -dc '0-9\\n'
      kill -INT $program; wait $program; cat log
      """)
    let kilobytes = result.output.split(separator: "\n").first.flatMap { Int($0) } ?? .max
    #expect(kilobytes < 200_000 && result.output.contains("0 rendered, 1 unchanged, 2 failed"), "\(result.output)")
    _ = try folder.shell("truncate -s 4G site/big.bin")
    #expect(try batch().output.contains("1 rendered, 2 failed"))
  }
}
