#pragma once
#include <stdio.h>
#include <setjmp.h>
#if !__has_include(<png.h>) || !__has_include(<jpeglib.h>) || !__has_include(<webp/decode.h>) || !__has_include(<gif_lib.h>) || !__has_include(<libdeflate.h>)
#error "An image library is missing: apt-get install libpng-dev libjpeg-dev libwebp-dev libgif-dev libdeflate-dev"
#endif
#include <gif_lib.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <png.h>
#include <webp/decode.h>
#include <webp/encode.h>
