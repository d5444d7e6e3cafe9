/** The files of stories: their names, and their text by the end of the name. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator } from 'course-admin-emulator'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { storyText, writeFailedStory } from '../../../src/adapters/story-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'stories-'))
vi.spyOn(process, 'cwd').mockReturnValue(folder)
const story = createEmulator({ world: 'empty' }).story()

afterEach(() => void rmSync(join('emulator-stories'), { recursive: true, force: true }))
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test.each([
  ['reads users', 'reads-users'],
  ['GET /users -> 200!', 'GET-users-200'],
  ['Überprüft, Größe 10 %', 'Überprüft-Größe-10'],
  ['--', 'test'],
  ['', 'test'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('the story of "%s" is %s.html', (name, file) => {
  const path = writeFailedStory(name, story)
  expect(path).toBe(join('emulator-stories', `${file}.html`))
  expect(readFileSync(path, 'utf8')).toContain('<title>')
})

test('a file of JSON has the data, and any other one the page', () => {
  expect(JSON.parse(storyText('a.json', story))).toEqual(JSON.parse(JSON.stringify(story)))
  expect(storyText('a.json', story)).toMatch(/^\{\n {2}"[^]*\}\n$/)
  expect(storyText('a.json.html', story)).toMatch(/^<!doctype html>/i)
})
