/** URLs of the tenant's website and assets. */
import * as d from '../../engine/define/define.ts'
import { findEducator } from './first-record.ts'

export const assetsUrl = 'https://assets.service.test'

export const tenantUrl = (tx: d.Tx, path: string): string =>
  `https://${findEducator(tx)?.slug ?? 'tenant'}.service.test${path}`
