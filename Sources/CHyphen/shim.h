#pragma once
#if !__has_include(<hyphen.h>)
#error "libhyphen is missing: apt-get install libhyphen-dev"
#endif
#include <stdio.h>
#include <hyphen.h>
