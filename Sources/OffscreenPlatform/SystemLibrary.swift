// The C library, and what Swift cannot call of it, for every module above: none imports them itself.
@_exported public import CPlatform
@_exported public import Glibc
