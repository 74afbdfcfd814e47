/// How willingly a process leaves processors to others.
package enum ProcessPriority {
  /// To be called before there are other threads: none of this program, and none that it starts, gets ahead of it.
  /// Dispatch sets the priority of its threads as if the program had the usual one, which root may: a program that was
  /// to run beside others (`nice`) would not.
  package static func keep() { offscreen_give_up_raising_priority() }
}
