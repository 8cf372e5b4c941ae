import MarfaCLI
