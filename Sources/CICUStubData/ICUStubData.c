#include "CICUStubData.h"
#include <stdint.h>

// Foundation for Linux carries ICU with 34 MB of locale data, half of the program, for calendars, collation and
// formatting by locale, none of which the program uses. ICU takes its data from one symbol; the linker takes this
// definition before the one in Foundation's archive. It is a package of data without entries, as ICU's guide
// describes it for programs that bring their own ("stubdata"): what asks for locale data gets an error.
// https://unicode-org.github.io/icu/userguide/icu_data/
//
// Text is not touched by it: case mapping, normalization and regular expressions have their tables in code, and
// the words of Thai and its neighbours break by the system's ICU, which has its own data.

// The common header of ICU's data files (udata.h: DataHeader, UDataInfo), a table of contents, and no entry.
struct ICUDataPackage {
  uint16_t headerSize;
  uint8_t magic[2];
  uint16_t infoSize;
  uint16_t reservedWord;
  uint8_t isBigEndian;
  uint8_t charsetFamily;
  uint8_t sizeofUChar;
  uint8_t reservedByte;
  uint8_t dataFormat[4];
  uint8_t formatVersion[4];
  uint8_t dataVersion[4];
  uint8_t padding[8];
  uint32_t entryCount;
  uint32_t reservedEntry;
};

// The name has the version of the ICU inside Swift 6.3's Foundation. With another the program is only larger again,
// which Scripts/program-size tells.
const struct ICUDataPackage icudt76_dat __attribute__((aligned(16))) = {
    .headerSize = 32,
    .magic = {0xda, 0x27},
    .infoSize = 20,
    .isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .sizeofUChar = 2,
    .dataFormat = {'T', 'o', 'C', 'P'},
    .formatVersion = {1, 0, 0, 0},
};
