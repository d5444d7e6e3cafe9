import { createExampleProject } from '../test/support/example-project.ts'
import { chromium } from 'playwright-core'
import { writeFileSync, readFileSync } from 'node:fs'
const project = createExampleProject('vite')
const locale = process.argv[2] ?? 'en'
const w=`${project.folder}/demo/world.ts`
writeFileSync(w, readFileSync(w,'utf8').replace("locale: 'en'",`locale: '${locale}'`))
const { createServer } = await import('vite')
process.chdir(project.folder)
const server = await createServer({ root: project.folder, logLevel: 'warn', server: { port: 0, host: '127.0.0.1' } })
await server.listen()
const [origin] = server.resolvedUrls!.local
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu'] })
const shots = JSON.parse(process.argv[3] ?? '[]') as {out:string,w:number,h:number,scheme:'light'|'dark',view:string,drawer?:boolean,full?:boolean,enroll?:boolean}[]
for (const s of shots) {
  const p = await b.newPage({ viewport: { width: s.w, height: s.h }, colorScheme: s.scheme })
  p.on('console', (m) => { if (m.type()!=='debug') console.log('console:', m.text()) }); p.on('pageerror', (e) => console.log('error:', e.message))
  await p.goto(origin, { waitUntil: 'load' })
  await p.locator('#courses li').first().waitFor()
  if (s.view === 'course') { await p.locator('#courses li', { hasText: 'more' }).getByRole('link').first().click(); await p.locator('#dates').waitFor() }
  if (s.enroll) { await p.getByRole('button',{name:'Enroll',exact:true}).first().click(); await p.getByText('You are enrolled').waitFor() }
  if (s.drawer) await p.getByRole('button', { name: 'What the service did' }).click()
  await p.evaluate(() => Promise.all([...document.images].map((i) => { i.loading='eager'; return i.decode().catch(()=>0) })))
  await p.screenshot({ path: s.out, fullPage: s.full ?? false })
  await p.close()
}
await b.close(); await server.close(); project.remove(); process.exit(0)
