/** URLs of the tenant's website and assets. */
import type { Tx } from '../../define/define.ts'

export const assetsUrl = 'https://assets.service.test'

export const avatarUrl = (kind: string, id: number): string => `${assetsUrl}/${kind}/${id}.png`

export function tenantUrl(tx: Tx, path: string): string {
  const [educator] = tx.where('educators', {})
  return `https://${educator?.slug ?? 'tenant'}.service.test${path}`
}
