// The words both ends share are part of the SDK's interface.
@_exported import MarfaModel
