/** An integration that fails the check `signature-age`, for the command `check`. */
import { acceptsOldSignatures } from '../../examples/lms/broken/accepts-old-signatures.ts'
import { checkConnect } from './check-connect.ts'

export default checkConnect(acceptsOldSignatures)
