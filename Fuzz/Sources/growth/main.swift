import Foundation

exit(Growth.run())
