import { createExampleProject } from '../test/support/example-project.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
for (const type of [undefined, 'commonjs']) {
  const project = createExampleProject('vite')
  const f = `${project.folder}/package.json`
  const m = JSON.parse(readFileSync(f, 'utf8')); delete m.type; if (type) m.type = type
  writeFileSync(f, JSON.stringify(m))
  const r = spawnSync('node', ['--test'], { cwd: project.folder, encoding: 'utf8' })
  console.log(type, r.status, r.stdout.slice(0, 2500), r.stderr.slice(0, 1500))
  const b = spawnSync('npx', ['--no-install','vite','build'], { cwd: project.folder, encoding: 'utf8' })
  console.log('build', b.status, b.stdout.slice(-400), b.stderr.slice(0, 800))
  project.remove()
}
