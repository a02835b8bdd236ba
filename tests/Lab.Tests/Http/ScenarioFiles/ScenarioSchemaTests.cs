using System.CommandLine;
using System.Text.Json;
using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Lab.Http;
using DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;
using Json.Schema;

namespace DroneDelivery.Lab.Tests.Http.ScenarioFiles;

/// <summary>The published schema, the reader of scenario files, and the examples of the documentation.</summary>
public sealed class ScenarioSchemaTests
{
    private static readonly string Published = ReadDocument("scenario.schema.json");

    [Fact]
    public void Schema_Published_IsTheOneThatExportPrints() =>
        Assert.True(Published == HttpOptions.WriteSchema(), "docs/scenario.schema.json: write it again with export scenario-schema.");

    [Fact]
    public void Schema_Properties_AreThoseOfTheReader()
    {
        using var schema = JsonDocument.Parse(Published);

        Assert.Equal(
            ScenarioSetting.All.Select(setting => setting.Path).Order(StringComparer.Ordinal),
            Leaves(schema.RootElement, "").Except(["$schema", "variants"]).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Settings_Options_AreThoseOfHttp()
    {
        var command = new Command("http");
        new HttpOptions().AddTo(command);

        var unknown = ScenarioSetting.All.SelectMany(setting => setting.OverriddenBy.Append(setting.Option))
            .Except(command.Options.Select(option => option.Name)).Except(["", "--http"]);

        Assert.Empty(unknown);
    }

    [Fact]
    public void Examples_Documentation_AreValidByTheSchemaAndTheReader()
    {
        var schema = JsonSchema.FromText(Published);
        var examples = Regex.Matches(ReadDocument("scenario-file.md"), "```json\n(.*?)```", RegexOptions.Singleline);

        Assert.Equal(2, examples.Count);
        Assert.All(examples, example =>
        {
            using var json = JsonDocument.Parse(example.Groups[1].Value);
            Assert.True(schema.Evaluate(json.RootElement).IsValid, example.Value);
            Assert.NotNull(ReadAsFile(example.Groups[1].Value));
        });
    }

    [Theory]
    [InlineData("""{ "load": { "user": 9 } }""")]
    [InlineData("""{ "load": { "users": "9" } }""")]
    [InlineData("""{ "client": { "http": 4 } }""")]
    [InlineData("""{ "journey": null }""")]
    [InlineData("""{ "variants": [{}] }""")]
    [InlineData("""{ "headers": { "a": 1 } }""")]
    public void Schema_FileThatTheReaderRefuses_IsInvalid(string json)
    {
        using var document = JsonDocument.Parse(json);

        Assert.False(JsonSchema.FromText(Published).Evaluate(document.RootElement).IsValid);
        Assert.Throws<FormatException>(() => ReadAsFile(json));
    }

    private static ScenarioFile ReadAsFile(string json)
    {
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, json);
            return ScenarioFile.Read(path);
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static IEnumerable<string> Leaves(JsonElement schema, string prefix) =>
        schema.GetProperty("properties").EnumerateObject().SelectMany(property =>
            property.Value.TryGetProperty("properties", out _)
                ? Leaves(property.Value, $"{prefix}{property.Name}.")
                : [prefix + property.Name]);

    private static string ReadDocument(string name) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, name));
}
