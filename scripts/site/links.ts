import { posix } from 'node:path'
import { pages } from './pages.ts'

const slugs = new Map(pages.map(({ file, slug }) => [file, slug]))
const picturesFolder = 'docs/pictures/'

/**
 * Turns the relative links of a file of the repository into addresses of the site. A link to a file without a page becomes its
 * label with the path in backticks.
 * @throws Error for an image outside of docs/pictures
 */
export function siteLinks(text: string, file: string, base: string): string {
  return text.replace(
    /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g,
    (whole, exclamationMark: string, label: string, target: string) => {
      if (/^([a-z]+:|#)/.test(target)) return whole
      const [path = '', anchor] = target.split('#')
      const targetPath = posix.normalize(posix.join(posix.dirname(file), path))
      if (exclamationMark) {
        if (!targetPath.startsWith(picturesFolder))
          throw new Error(`${file}: the image ${target} is not in ${picturesFolder}`)
        return `![${label}](${base}/pictures/${targetPath.slice(picturesFolder.length)})`
      }
      const slug = slugs.get(targetPath)
      if (slug) return `[${label}](${base}/${slug}/${anchor ? `#${anchor}` : ''})`
      return label.includes(targetPath) ? `\`${targetPath}\`` : `${label} (\`${targetPath}\`)`
    },
  )
}
