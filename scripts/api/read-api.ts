import { join } from 'node:path';
import ts from 'typescript';
import type { ApiEntry, ApiMember, ApiModule, Doc } from './api-model';
import { readDoc } from './read-doc';

const ROOT = join(__dirname, '../..');

/** The modules of the package by the names that they are imported by. */
const MODULES = {
  'cdktf-deduped-scheduler': 'src/index.ts',
  'cdktf-deduped-scheduler/handler': 'lambda-handler/index.ts',
  'cdktf-deduped-scheduler/guard': 'lambda-handler/guard/index.ts',
  'cdktf-deduped-scheduler/testing': 'testing/index.ts',
};

/** Reads what the package exports from its sources. */
export function readApi(): ApiModule[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const files = Object.values(MODULES).map((file) => join(ROOT, file));
  const reader = new ApiReader(ts.createProgram(files, options));
  return Object.entries(MODULES).map(([name, file]) => ({
    name,
    entries: reader.entriesOf(join(ROOT, file)),
  }));
}

class ApiReader {
  private readonly checker: ts.TypeChecker;
  private readonly exported = new Set<ts.Symbol>();

  constructor(private readonly program: ts.Program) {
    this.checker = program.getTypeChecker();
    for (const file of program.getRootFileNames()) {
      for (const symbol of this.exportsOf(file)) this.exported.add(symbol);
    }
  }

  entriesOf(file: string): ApiEntry[] {
    const entries = this.exportsOf(file).map((symbol) => this.entryOf(symbol));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private exportsOf(file: string): ts.Symbol[] {
    const source = this.program.getSourceFile(file);
    const symbol = source && this.checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${file} exports nothing`);
    return this.checker
      .getExportsOfModule(symbol)
      .map((one) => (one.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(one) : one));
  }

  private entryOf(symbol: ts.Symbol): ApiEntry {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) throw new Error(`${symbol.name} has no declaration`);
    const common = { name: symbol.name, doc: readDoc(declaration), inherits: [], members: [], text: '' };
    if (ts.isClassDeclaration(declaration)) {
      return { ...common, ...this.shapeOf(symbol, declaration), kind: 'class' };
    }
    if (ts.isInterfaceDeclaration(declaration)) {
      return { ...common, ...this.shapeOf(symbol, declaration), kind: 'interface' };
    }
    if (ts.isTypeAliasDeclaration(declaration)) {
      return { ...common, kind: 'type', text: oneLine(declaration.type.getText()) };
    }
    if (ts.isFunctionDeclaration(declaration)) {
      return { ...common, kind: 'function', text: this.signatureOf(symbol.name, declaration) };
    }
    return { ...common, kind: 'constant', text: `${symbol.name}: ${this.typeOf(declaration)}` };
  }

  private shapeOf(symbol: ts.Symbol, declaration: ts.ClassDeclaration | ts.InterfaceDeclaration) {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const statics = declaration.members.filter(
      (member) => ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static,
    );
    const instance = this.checker
      .getPropertiesOfType(type)
      .flatMap((property) => property.declarations?.[0] ?? []);
    const owners = instance.map((member) =>
      this.checker.getSymbolAtLocation(ownerOf(member)?.name ?? member),
    );
    const inherited = owners.filter((owner) => owner && owner !== symbol && this.exported.has(owner));
    const own = instance.filter((_, index) => !inherited.includes(owners[index]));
    const constructors = declaration.members.filter(ts.isConstructorDeclaration);
    return {
      inherits: [...new Set(inherited.map((owner) => owner?.name ?? ''))],
      members: [...constructors, ...statics, ...own]
        .filter(isPublic)
        .map((member) => this.memberOf(symbol, member)),
    };
  }

  private memberOf(owner: ts.Symbol, declaration: ts.Declaration): ApiMember {
    const doc = this.docOf(declaration);
    if (ts.isConstructorDeclaration(declaration)) {
      const parameters = declaration.parameters.map(parameterText).join(', ');
      return {
        name: 'constructor',
        kind: 'method',
        text: `new ${owner.name}(${parameters})`,
        optional: false,
        doc,
      };
    }
    const isStatic = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static) !== 0;
    const shortName = (declaration as ts.NamedDeclaration).name?.getText() ?? '';
    const name = isStatic ? `${owner.name}.${shortName}` : shortName;
    if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) {
      return { name, kind: 'method', text: this.signatureOf(name, declaration), optional: false, doc };
    }
    const optional = 'questionToken' in declaration && declaration.questionToken !== undefined;
    return { name, kind: 'property', text: this.typeOf(declaration), optional, doc };
  }

  /** What says nothing of its own says what the member says that it implements. */
  private docOf(declaration: ts.Declaration): Doc {
    const doc = readDoc(declaration);
    const { name } = declaration as ts.NamedDeclaration;
    if (doc.text !== '' || doc.tags['default'] !== undefined || name === undefined) return doc;
    const comment = this.checker.getSymbolAtLocation(name)?.getDocumentationComment(this.checker);
    return { ...doc, text: ts.displayPartsToString(comment) };
  }

  private signatureOf(name: string, declaration: ts.SignatureDeclaration): string {
    const parameters = declaration.parameters.map(parameterText).join(', ');
    const generic = declaration.typeParameters?.map((one) => one.getText()).join(', ');
    return `${name}${generic === undefined ? '' : `<${generic}>`}(${parameters}): ${oneLine(declaration.type?.getText() ?? 'void')}`;
  }

  private typeOf(declaration: ts.Declaration): string {
    const written = 'type' in declaration ? (declaration.type as ts.TypeNode | undefined) : undefined;
    const inferred = () => this.checker.typeToString(this.checker.getTypeAtLocation(declaration));
    return oneLine(written?.getText() ?? inferred());
  }
}

function ownerOf(member: ts.Declaration): ts.ClassDeclaration | ts.InterfaceDeclaration | undefined {
  const parent = ts.isParameter(member) ? member.parent.parent : member.parent;
  return ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent) ? parent : undefined;
}

/** What packages declare is theirs to document. */
function isPublic(declaration: ts.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isOwn = !declaration.getSourceFile().fileName.includes('/node_modules/');
  return isOwn && (ts.getCombinedModifierFlags(declaration) & hidden) === 0;
}

function parameterText(parameter: ts.ParameterDeclaration): string {
  const optional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options';
  return `${name}${optional ? '?' : ''}: ${oneLine(parameter.type?.getText() ?? 'unknown')}`;
}

function oneLine(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
