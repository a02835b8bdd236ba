using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace DroneDelivery.Structure.Tests;

/// <summary>Rules for the folders, types and methods of the load tests, the services and the emulator.</summary>
public sealed partial class StructureTests
{
    private static readonly Lazy<IReadOnlyList<ProjectSource>> LoadTests = new(() => Load("loadtests"));

    private static readonly Lazy<IReadOnlyList<ProjectSource>> Services = new(
        () => Load("src/ServiceDefaults", "src/Delivery", "src/Package", "src/DroneScheduler", "src/Gateway"));

    private static readonly Lazy<IReadOnlyList<ProjectSource>> Emulator = new(() => Load("src/CosmosEmulator"));

    private static IEnumerable<ProjectSource> Projects => [.. LoadTests.Value, .. Services.Value, .. Emulator.Value];

    [Fact]
    public void Folders_OfAProject_DoNotNeedEachOther() => Assert.Empty(
        Projects.SelectMany(project => FolderCircles.Find(project.References)));

    [Fact]
    public void Types_OfTheLoadTests_HaveDifferentNames() => Assert.Empty(
        LoadTests.Value.SelectMany(project => project.Types)
            .Where(type => type.Name is not ("Program" or "Log"))
            .Select(type => (type.Name, Space: type.ContainingNamespace.ToDisplayString()))
            .Distinct()
            .GroupBy(type => type.Name)
            .Where(types => types.Count() > 1)
            .Select(types => types.Key));

    [Fact]
    public void Methods_AreNamedForWhatTheyMakeOrRead() => Assert.Empty(
        Projects.Concat(Load("tests/Engine.Tests", "tests/Insight.Tests", "tests/Lab.Tests", "tests/Scenarios.Tests"))
            .SelectMany(project => project.Methods)
            .Where(method => Regex.IsMatch(method.Name, "^Of([A-Z_]|$)"))
            .Select(method => $"{method.ContainingType.Name}.{method.Name}"));

    /// <summary>The compiler does not see when two values of the same type are swapped; properties have names.</summary>
    [Fact]
    public void Constructors_OfTheLoadTests_HaveAtMostFourParametersOfAType()
    {
        const int MaxOfAType = 4;

        var tooMany =
            from constructor in LoadTests.Value.SelectMany(project => project.Constructors)
            from type in constructor.Parameters.GroupBy(WithoutNull, SymbolEqualityComparer.Default)
            where type.Count() > MaxOfAType
            select $"{constructor.ContainingType.Name}: {type.Count()} of {type.Key}";

        Assert.Empty(tooMany);
    }

    /// <summary>
    /// Its project is outside the solution, because not every package source has NBomber: no build shows that a name has changed.
    /// </summary>
    [Fact]
    public void Adapter_CompiledWithoutNBomber_LacksOnlyNamesOfNBomber()
    {
        string[] ofNBomber = [
            "IResponse", "IScenarioContext", "LatencyStats", "LoadSimulation", "NBomber", "NBomberRunner", "NodeStats",
            "ReportFormat", "Response", "Response<object>", "Scenario", "ScenarioProps", "Simulation", "Step",
        ];

        var missing = Assert.Single(Load("loadtests/NBomber")).TextsWithErrors.Distinct().ToList();

        Assert.Contains("NBomber", missing);
        Assert.Empty(missing.Except(ofNBomber));
    }

    [Fact]
    public void Files_OfTheLoadTests_AreAtMostThreeHundredLinesOf130Columns()
    {
        const int MaxLines = 300;
        const int MaxColumns = 130;

        var tooLong = Repository.FindSources("loadtests").SelectMany(file =>
        {
            var lines = File.ReadAllLines(file);
            return lines.Index().Where(line => line.Item.Length > MaxColumns).Select(line => $"{file}:{line.Index + 1}")
                .Concat(lines.Length > MaxLines ? [file] : Array.Empty<string>());
        });

        Assert.Empty(tooLong);
    }

    [Fact]
    public void Pages_ProseOfTheDocs_HasLinesOf130Columns()
    {
        const int MaxColumns = 130;

        // A lab writes a paragraph as one line.
        var written = Repository.FindPages().Where(page => !page.Contains("/docs/results/", StringComparison.Ordinal));
        var tooLong = written.SelectMany(page =>
        {
            var isCode = false;
            return File.ReadLines(page).Index().Where(line =>
            {
                isCode ^= line.Item.TrimStart().StartsWith("```", StringComparison.Ordinal);
                return !isCode && !line.Item.StartsWith('|') && Unbreakable().Replace(line.Item, "").Length > MaxColumns;
            }).Select(line => $"{page}:{line.Index + 1}").ToList();
        });

        Assert.Empty(tooLong);
    }

    /// <summary>Code in a sentence, and the target of a link.</summary>
    [GeneratedRegex(@"`[^`]*`|\]\([^)]*\)")]
    private static partial Regex Unbreakable();

    [Fact]
    public void Files_OfTheLoadTests_AreAtMost640Of44500LinesTogether()
    {
        const int MaxFiles = 640;
        const int MaxLinesTogether = 44_500;

        var files = Repository.FindSources("loadtests").ToList();

        Assert.InRange(files.Count, 1, MaxFiles);
        Assert.InRange(files.Sum(file => File.ReadLines(file).Count()), 1, MaxLinesTogether);
    }

    [Fact]
    public void References_ThroughANamespaceOfTheProjectFile_AreFound() => Assert.Contains(
        ("DroneDelivery.LoadTests.Insight.Charts", "DroneDelivery.LoadTests.Insight.Figures"),
        Load("loadtests/Insight").Single().References);

    [Fact]
    public void Circle_ThroughAConstantAnExtensionMethodAndANameof_IsFound()
    {
        var source = ProjectSource.Compile("P", [
            "namespace P.A; public static class First { public const int One = P.B.Second.Two; }",
            "using P.C; namespace P.B; public static class Second { public const int Two = 2; static string Call() => 1.Name(); }",
            "namespace P.C; public static class Third { public static string Name(this int n) => nameof(P.A.First); }",
            "namespace P.D; public static class Fourth { public static int Use() => P.A.First.One; }",
            "namespace P; public static class Root { public static int Use() => P.D.Fourth.Use(); }",
        ]);

        Assert.Equal(["P.A, P.B, P.C"], FolderCircles.Find(source.References));
    }

    /// <summary>Of a value type, the type without <c>?</c>. The comparison of symbols ignores that of a reference type.</summary>
    private static ITypeSymbol WithoutNull(IParameterSymbol parameter) =>
        parameter.Type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
            ? nullable.TypeArguments[0]
            : parameter.Type;

    private static IReadOnlyList<ProjectSource> Load(params string[] folders) =>
        [.. folders.SelectMany(Repository.FindProjects).Select(ProjectSource.Load)];
}
