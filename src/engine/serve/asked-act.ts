/** Finds the act that a call asks for, which the service has no operation for. */
import { nameOfSameWords } from '../errors/near-names.ts'

/** `delete_user` for DELETE /users/2, `merge_users` for POST /users/2/merge and for POST /users/merge. */
export function askedAct(
  acts: Iterable<string>,
  { method, path }: { readonly method: string; readonly path: string },
): string | undefined {
  const [, resource, ...parts] = (path.split('?')[0] as string).split('/')
  const [first, verb = first, ...more] = parts
  const action = method === 'DELETE' ? 'delete' : verb
  if (method === 'GET' || method === 'HEAD' || first === undefined || more.length > 0)
    return undefined
  return nameOfSameWords(`${action} ${resource}`, acts)
}
