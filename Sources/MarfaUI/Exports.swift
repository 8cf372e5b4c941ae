@_exported import Marfa
