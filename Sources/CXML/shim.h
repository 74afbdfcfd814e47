#pragma once
#if !__has_include(<libxml/parser.h>)
#error "libxml2 is missing: apt-get install libxml2-dev"
#endif
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlreader.h>
// The decoders of legacy encodings.
#include <iconv.h>
