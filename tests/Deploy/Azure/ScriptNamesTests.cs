using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>The names that the scripts and docs/deploy.md give to Azure are those of the compiled Bicep files.</summary>
public sealed partial class ScriptNamesTests : IDisposable
{
    private readonly FakeTools _tools;

    public ScriptNamesTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for bash.");
        Bicep.SkipWhereItCannotRun();
        _tools = new FakeTools();
    }

    public void Dispose() => _tools?.Dispose();

    [Fact]
    public async Task Outputs_OfTheTemplate_AreThoseThatAreRead()
    {
        var template = await Bicep.ReadTemplateAsync();
        var calls = await RunUpAsync();

        var read = Output().Matches($"{calls}\n{await ReadDocsAsync()}").Select(match => match.Groups["name"].Value);

        Assert.Equal(Names(template["outputs"]), read.Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Parameters_OfTheTemplate_AreThoseThatAreSet()
    {
        var template = await Bicep.ReadTemplateAsync();
        var parameters = template["parameters"]!.AsObject();
        var withDefault = parameters.Where(each => each.Value!.AsObject().ContainsKey("defaultValue")).Select(each => each.Key);
        var passed = Parameter().Matches(await RunUpAsync()).Select(match => match.Groups["name"].Value).Distinct().ToList();
        var text = await File.ReadAllTextAsync(
            Repository.Deploy("azure", "main.bicepparam"), TestContext.Current.CancellationToken);
        var file = Regex.Matches(text, @"^param (\w+)", RegexOptions.Multiline).Select(match => match.Groups[1].Value);

        Assert.NotEmpty(passed);
        Assert.Empty(passed.Except(Names(parameters)));
        Assert.Empty(Names(parameters).Except(passed).Except(withDefault).Except(file));
    }

    [Fact]
    public async Task Containers_ThatTheScriptLooksFor_AreThoseOfTheTemplate()
    {
        _tools.ContainersExist = true;
        var snapshot = await Bicep.Partitions;

        var asked = Container().Matches(await RunUpAsync())
            .Select(match => $"{match.Groups["database"].Value}/{match.Groups["name"].Value}").Distinct();

        Assert.Equal(Resources(snapshot, "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers").Order(), asked.Order());
    }

    [Fact]
    public async Task LoadTest_OfTheDocs_IsThatOfTheTemplate()
    {
        var snapshot = await Bicep.Throughput;

        var load = Regex.Match(await ReadDocsAsync(), @"--load-test-resource (?<name>[\w-]+)").Groups["name"].Value;

        Assert.Equal(Resources(snapshot, "Microsoft.LoadTestService/loadTests"), [load]);
    }

    private async Task<string> RunUpAsync()
    {
        var result = await _tools.RunAsync("up", "yes", "--email", "me@example.com");
        Assert.True(result.ExitCode == 0, result.Errors);
        return string.Join('\n', _tools.Calls);
    }

    private static Task<string> ReadDocsAsync() => File.ReadAllTextAsync(
        Path.Combine(Repository.Root, "docs", "deploy.md"), TestContext.Current.CancellationToken);

    private static IEnumerable<string> Names(JsonNode? node) =>
        node!.AsObject().Select(each => each.Key).Order(StringComparer.Ordinal);

    private static IEnumerable<string> Resources(JsonObject snapshot, string type) => snapshot["predictedResources"]!.AsArray()
        .Where(each => (string?)each!["type"] == type)
        .Select(each => string.Join('/', ((string)each!["name"]!).Split('/').TakeLast(2)));

    [GeneratedRegex(@"properties\.outputs\.(?<name>\w+)\.value")]
    private static partial Regex Output();

    [GeneratedRegex(@"(?<= --parameters [^\n]*)\b(?<name>\w+)=")]
    private static partial Regex Parameter();

    [GeneratedRegex(@"container show .* -d (?<database>\S+) -n (?<name>\S+)")]
    private static partial Regex Container();
}
