using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace DroneDelivery.Structure.Tests;

/// <summary>A project's source, compiled in memory so that each name is resolved to its type.</summary>
internal sealed class ProjectSource
{
    private const string Usings = """
        global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq;
        global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;
        """;

    private const string WebUsings = """
        global using System.Net.Http.Json; global using Microsoft.AspNetCore.Builder; global using Microsoft.AspNetCore.Hosting;
        global using Microsoft.AspNetCore.Http; global using Microsoft.AspNetCore.Routing;
        global using Microsoft.Extensions.Configuration; global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting; global using Microsoft.Extensions.Logging;
        """;

    private readonly CSharpCompilation _compilation;

    private ProjectSource(CSharpCompilation compilation) => _compilation = compilation;

    public static ProjectSource Load(string projectFile)
    {
        var folder = Path.GetDirectoryName(projectFile)!;
        // The assembly's name, so that InternalsVisibleTo applies.
        var area = projectFile.Contains("/loadtests/", StringComparison.Ordinal) ? "DroneDelivery.LoadTests" : "DroneDelivery";
        var name = $"{area}.{Path.GetFileNameWithoutExtension(projectFile)}";
        return Compile(name, [
            .. Repository.FindSources(folder).Select(File.ReadAllText),
            .. GlobalUsings(XDocument.Load(projectFile)),
            File.ReadAllText(projectFile).Contains("Sdk.Web", StringComparison.Ordinal) ? WebUsings : "",
        ]);
    }

    /// <summary>Of the project's <c>Using</c> items.</summary>
    private static IEnumerable<string> GlobalUsings(XDocument project) =>
        from item in project.Descendants("Using")
        let alias = item.Attribute("Alias") is { } name ? $"{name.Value} = " : ""
        let modifier = item.Attribute("Static") is not null ? "static " : ""
        select $"global using {modifier}{alias}{item.Attribute("Include")!.Value};";

    public static ProjectSource Compile(string name, IEnumerable<string> files) => new(CSharpCompilation.Create(
        name,
        files.Append(Usings).Select(text => CSharpSyntaxTree.ParseText(text)),
        // The assembly itself is among them: its source takes precedence only if it is left out.
        $"{AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")}".Split(Path.PathSeparator)
            .Where(file => Path.GetFileNameWithoutExtension(file) != name)
            .Select(file => MetadataReference.CreateFromFile(file)),
        new CSharpCompilationOptions(OutputKind.ConsoleApplication, allowUnsafe: true)));

    /// <summary>The project's types that are not nested in another.</summary>
    public IEnumerable<INamedTypeSymbol> Types => SyntaxNodes<BaseTypeDeclarationSyntax>()
        .Select(node => node.Model.GetDeclaredSymbol(node.Node))
        .OfType<INamedTypeSymbol>()
        .Where(type => type.ContainingType is null)
        .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default);

    public IEnumerable<IMethodSymbol> Methods => SyntaxNodes<MethodDeclarationSyntax>()
        .Select(node => node.Model.GetDeclaredSymbol(node.Node))
        .OfType<IMethodSymbol>();

    /// <summary>Also primary constructors, and those of nested types.</summary>
    public IEnumerable<IMethodSymbol> Constructors => SyntaxNodes<TypeDeclarationSyntax>()
        .Select(node => node.Model.GetDeclaredSymbol(node.Node))
        .OfType<INamedTypeSymbol>()
        .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default)
        .SelectMany(type => type.InstanceConstructors);

    /// <summary>The source text at each of the compiler's errors: the name that it does not find.</summary>
    public IEnumerable<string> TextsWithErrors => _compilation.GetDiagnostics()
        .Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
        .Select(error => error.Location.SourceTree?.GetText().ToString(error.Location.SourceSpan) ?? error.GetMessage());

    /// <summary>
    /// From which namespace to which the source refers, by the name of a type or of an extension method. The root is left out: it
    /// has what all folders use, such as the log, and what uses all folders, such as the program.
    /// </summary>
    public IEnumerable<(string From, string To)> References
    {
        get
        {
            // To resolve only the names that the project declares takes a fraction of the time.
            HashSet<string> declared = [
                .. SyntaxNodes<BaseTypeDeclarationSyntax>().Select(node => node.Node.Identifier.ValueText),
                .. SyntaxNodes<DelegateDeclarationSyntax>().Select(node => node.Node.Identifier.ValueText),
                .. Methods.Where(method => method.IsExtensionMethod).Select(method => method.Name),
            ];
            return (
                from node in SyntaxNodes<SimpleNameSyntax>()
                where declared.Contains(node.Node.Identifier.ValueText)
                let source = node.Node.FirstAncestorOrSelf<BaseNamespaceDeclarationSyntax>()?.Name.ToString() ?? ""
                let target = FindNamespace(node.Model.GetSymbolInfo(node.Node).Symbol)
                where IsFolder(source) && IsFolder(target) && source != target
                select (source, target)).Distinct();
        }
    }

    private IEnumerable<(SemanticModel Model, T Node)> SyntaxNodes<T>()
        where T : SyntaxNode =>
        from tree in _compilation.SyntaxTrees
        let model = _compilation.GetSemanticModel(tree)
        from node in tree.GetRoot().DescendantNodes().OfType<T>()
        select (model, node);

    private string FindNamespace(ISymbol? symbol)
    {
        var type = symbol as ITypeSymbol ?? symbol?.ContainingType;
        var isOwn = SymbolEqualityComparer.Default.Equals(type?.ContainingAssembly, _compilation.Assembly);
        return isOwn ? type!.ContainingNamespace.ToDisplayString() : "";
    }

    private bool IsFolder(string space) => space.StartsWith($"{_compilation.AssemblyName}.", StringComparison.Ordinal);
}
