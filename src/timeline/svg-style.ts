interface Palette {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  readonly work: string;
  readonly lease: string;
  readonly crash: string;
  readonly next: string;
}

const LIGHT: Palette = {
  ground: '#ffffff',
  text: '#1f2328',
  muted: '#59636e',
  work: '#1a7f37',
  lease: '#d1d9e0',
  crash: '#cf222e',
  next: '#0969da',
};

const DARK: Palette = {
  ground: '#0d1117',
  text: '#f0f6fc',
  muted: '#9198a1',
  work: '#3fb950',
  lease: '#3d444d',
  crash: '#ff7b72',
  next: '#58a6ff',
};

/** The style of a picture in the reader's colour scheme, without a variable: some viewers know none. */
export const SVG_STYLE = [
  'text{font-family:system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif}',
  '.title,.heading{font-weight:600}',
  '.axis,.leader,.guide,.next,.break,.cross{fill:none}',
  '.guide,.next{stroke-dasharray:3 3}',
  '.cross{stroke-width:3;stroke-linecap:round}',
  '.break,.too-late{stroke-width:1.5}',
  '.next{stroke-width:2}',
  '.too-late{stroke-dasharray:2 2}',
  '.refused{stroke-width:2}',
  rules(LIGHT),
  `@media (prefers-color-scheme:dark){${rules(DARK)}}`,
].join('');

function rules({ ground, text, muted, work, lease, crash, next }: Palette): string {
  return [
    `.ground{fill:${ground}}`,
    `.title,.heading{fill:${text}}`,
    `.story,.mark,.instant{fill:${muted}}`,
    `.heading.lost{fill:${crash}}`,
    `.work{fill:${work}}`,
    `.lease{fill:${lease}}`,
    `.cross{stroke:${crash}}`,
    `.axis,.leader,.guide{stroke:${muted}}`,
    `.break{stroke:${muted};fill:${ground}}`,
    `.next{stroke:${next}}`,
    `.refused{fill:${ground};stroke:${crash}}`,
    `.runs{fill:${ground};stroke:${work};stroke-width:2.5}`,
    `.too-late{fill:${ground};stroke:${muted}}`,
  ].join('');
}
