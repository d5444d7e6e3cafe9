/** Starts a program, and waits for a signal. The arguments are the command and the address. */
import { Program } from '../../src/adapters/process/program.ts'

const [, , command = '', url = ''] = process.argv
const program = new Program({ command, url })
await program.start()
process.stdout.write('started')
setInterval(() => {}, 1_000)
