using System.Text.Json;
using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Lab.Http.Journeys;

/// <summary>Journeys as a reader writes them down; docs/http.md explains it.</summary>
/// <param name="Base">What an address that starts with / begins with.</param>
internal sealed record JourneyFile(string? Base, IReadOnlyList<WrittenJourney>? Journeys)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        AllowTrailingCommas = true,
        ReadCommentHandling = JsonCommentHandling.Skip,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    };

    /// <exception cref="FormatException">There is no such file, or it holds something else; one line says what.</exception>
    public static JourneyFile Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<JourneyFile>(File.ReadAllText(path), Options) is { Journeys.Count: > 0 } file
                ? file
                : throw new JsonException("it has no \"journeys\".");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            var reason = exception.Message.ReplaceLineEndings(" ");
            throw new FormatException($"--journey takes a file with journeys; {path} is none: {reason}", exception);
        }
    }
}

/// <param name="Weight">1 if none is given.</param>
internal sealed record WrittenJourney(string? Name, double? Weight, IReadOnlyList<WrittenStep>? Steps);

/// <summary>A call, a pause, or a call and the pause after it.</summary>
/// <param name="Name">Under which the call is counted; method and address if none is given.</param>
/// <param name="Body">Text as it is, or any other JSON.</param>
/// <param name="Pause">As <c>--think</c>.</param>
/// <param name="Checks">As <c>--check</c>.</param>
/// <param name="Take">Values of the answer, by the names that later steps use them under.</param>
internal sealed record WrittenStep(
    string? Name,
    string? Method,
    string? Url,
    IReadOnlyDictionary<string, string>? Headers,
    JsonElement? Body,
    string? Pause,
    IReadOnlyList<string>? Checks,
    IReadOnlyDictionary<string, WrittenTake>? Take);

/// <summary>One of them says where in the answer.</summary>
internal sealed record WrittenTake(string? Json, string? Regex, string? Header);
