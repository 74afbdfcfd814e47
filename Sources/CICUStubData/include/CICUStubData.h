// Nothing to call: the module exists for the symbol that it defines. See ICUStubData.c.
