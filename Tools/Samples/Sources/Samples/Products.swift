import Marfa
import MarfaServer
import Resilience
