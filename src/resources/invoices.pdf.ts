/** Writes a small PDF of one page of text. */

/** The file, in base64; it opens in any reader. */
export function renderPdf(lines: readonly string[]): string {
  const text = lines.map((line) => `(${escapePdfText(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  return btoa(assemblePdf(objects))
}

function assemblePdf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  return `${file}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

/** Letters of the font's own set; what it does not have becomes a question mark. */
const escapePdfText = (line: string): string =>
  line.replaceAll(/[\\()]/g, String.raw`\$&`).replaceAll(/[^\x20-\xff]/g, '?')
