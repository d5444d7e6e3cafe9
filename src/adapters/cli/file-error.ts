/** Why a file cannot be read or written, in words. */

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
}

/** The reason of an error of `node:fs`. `missing` is the reason for a path that does not exist. */
export function fileErrorReason(error: unknown, missing = 'the file does not exist'): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? missing : (reasons[code] ?? message)
}
