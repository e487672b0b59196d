/** By the end of a file's name; what is not listed is told by no name. */
const types: Readonly<Record<string, string>> = {
  'text/plain': 'txt log text ini cfg conf env lock',
  'text/markdown': 'md markdown mdx',
  'text/html': 'html htm',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/javascript': 'js mjs cjs jsx',
  'text/x-typescript': 'ts mts cts tsx',
  'text/x-vue': 'vue',
  'text/x-python': 'py pyi',
  'text/x-ruby': 'rb',
  'text/x-rust': 'rs',
  'text/x-go': 'go',
  'text/x-java': 'java kt kts',
  'text/x-c': 'c h',
  'text/x-c++': 'cc cpp cxx hpp hh',
  'text/x-csharp': 'cs',
  'text/x-php': 'php',
  'text/x-swift': 'swift',
  'text/x-shellscript': 'sh bash zsh fish',
  'text/x-sql': 'sql',
  'text/x-scss': 'scss sass less',
  'application/json': 'json jsonc json5 map',
  'application/yaml': 'yaml yml',
  'application/toml': 'toml',
  'application/xml': 'xml xsl plist',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz tgz',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
}
const byEnding = new Map(Object.entries(types).flatMap(([type, endings]) => endings.split(' ').map(ending => [ending, type] as const)))

/** The type of a file of that name, for agents to know what to expect; nothing that Parley relies on. */
export function mimeTypeOf(name: string): string | undefined {
  return byEnding.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}
