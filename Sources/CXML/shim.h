#pragma once
#if !__has_include(<libxml/parser.h>)
#error "libxml2 is missing: apt-get install libxml2-dev"
#endif
// Without this, encoding.h brings in the system's ICU headers, whose types clash with those of
// Foundation's own ICU in a program that imports both modules. Nothing here touches them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlreader.h>
// The decoders of legacy encodings.
#include <iconv.h>
