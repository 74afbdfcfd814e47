/// What processes read of the system by way of its libraries: nothing of it is anybody's secret.
enum SystemPaths {
  /// Programs and libraries, how text is written and time counted, words and where they may be parted, what the
  /// machine has of processors.
  ///
  /// They stay the same files: see `OpenSystemPaths`.
  static var ofProcesses: [String] {
    [
      "/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/opt/swift", "/usr/share",
      "/usr/local/share/fonts", "/etc/fonts", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random", "/dev/zero",
      "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/sys/vm/overcommit_memory", "/sys/fs/cgroup",
    ]
  }

  /// The same, of what is another file for each process, or at another time: files are replaced, and so are programs.
  static var ofThisProcess: [String] {
    var paths = ["/proc/self", "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone"]
    if let folder = ProgramFile.folder { paths.append(folder) }
    if let folders = getenv("LD_LIBRARY_PATH") {
      paths += String(cString: folders).split(separator: ":").map(String.init)
    }
    return paths
  }

  /// What loads programs, by architecture.
  static let programLoaders = [
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-linux-riscv64-lp64d.so.1",
  ]

  /// Where names are looked up, and whom to trust.
  static let ofNetwork = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
    "/etc/protocols", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/run/systemd/resolve", "/run/resolvconf",
  ]
}
