using System.Text.Json.Serialization.Metadata;

namespace DroneDelivery.LoadTests.Lab.Http.Journeys;

/// <summary>The content of a journey file, as described in docs/http.md.</summary>
/// <param name="Base">The prefix of each address that starts with /.</param>
internal sealed record JourneyFile(string? Base, IReadOnlyList<JourneyDefinition>? Journeys)
{
    internal static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        AllowTrailingCommas = true,
        TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        ReadCommentHandling = JsonCommentHandling.Skip,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    };

    /// <param name="pathOrJson">The path of a file, or its content, which starts with a brace.</param>
    /// <exception cref="FormatException">The file cannot be read, or is no journey file; the message is one line.</exception>
    public static JourneyFile Read(string pathOrJson) => IsJson(pathOrJson)
        ? InputFile.Read(pathOrJson, "--journey takes journeys", ReadJson)
        : InputFile.Read(
            pathOrJson, $"--journey takes a file with journeys; {pathOrJson} is none", path => ReadJson(File.ReadAllText(path)));

    public static bool IsJson(string pathOrJson) => pathOrJson.StartsWith('{');

    private static JourneyFile ReadJson(string json) =>
        JsonSerializer.Deserialize<JourneyFile>(json, Options) is { Journeys.Count: > 0 } file
            ? file
            : throw new JsonException("it has no \"journeys\".");
}

/// <summary>A journey of the file.</summary>
/// <param name="Weight">The share of iterations relative to the other journeys; null means 1.</param>
internal sealed record JourneyDefinition(string? Name, double? Weight, IReadOnlyList<StepDefinition>? Steps);

/// <summary>A step of the file: a call, a pause, or a call and the pause after it.</summary>
/// <param name="Name">The name under which the call is counted; null means method and address.</param>
/// <param name="Body">A string, which is sent unchanged, or any other JSON.</param>
/// <param name="Pause">In the format of <c>--think</c>.</param>
/// <param name="Checks">In the format of <c>--check</c>.</param>
/// <param name="Take">The values to take from the answer, by the names that later steps use.</param>
internal sealed record StepDefinition(
    string? Name, string? Method, string? Url, IReadOnlyDictionary<string, string>? Headers, JsonElement? Body,
    string? Pause, IReadOnlyList<string>? Checks, IReadOnlyDictionary<string, TakeDefinition>? Take);

/// <summary>Where a value is in the answer: exactly one of the three is given.</summary>
internal sealed record TakeDefinition(string? Json, string? Regex, string? Header);
