namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>
/// The measurements of a lab without run folders, as JSON: <c>{lab}.json</c> in the lab's folder. Its property <c>envelope</c> is
/// a <see cref="StudyEnvelope"/>.
/// </summary>
public static class RecordFile
{
    private static readonly JsonSerializerOptions Whole = new(RecordJson.Options)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    public static string PathIn(string folder, string lab) => Path.Combine(folder, $"{lab}.json");

    /// <exception cref="IOException">The file cannot be written; the message has its path.</exception>
    public static async Task WriteAsync<T>(T record, string path, CancellationToken cancellationToken)
    {
        await using var file = File.Create(path);
        await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
    }

    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="InvalidDataException">The file is not a complete record, or is of another lab or schema version; the
    /// message has its path.</exception>
    public static async Task<T> ReadAsync<T>(string path, string lab, CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(path);
        try
        {
            using var document = await JsonDocument.ParseAsync(file, cancellationToken: cancellationToken);
            Check(document.RootElement, path, lab);
            return document.Deserialize<T>(Whole)!;
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{path} is not a whole record of the lab {lab}: {exception.Message}", exception);
        }
    }

    /// <summary>A record without a schema version has version 1.</summary>
    private static void Check(JsonElement record, string path, string lab)
    {
        var envelope = Member(record, "envelope");
        if (Member(envelope, "lab") is not { ValueKind: JsonValueKind.String } found || found.GetString() != lab)
        {
            throw new InvalidDataException($"{path} is no record of the lab {lab}.");
        }

        var version = Member(envelope, "schemaVersion") is { ValueKind: JsonValueKind.Number } written ? written.GetInt32() : 1;
        if (version != StudyEnvelope.CurrentVersion)
        {
            throw new InvalidDataException(
                $"{path} has schema version {version}; this program reads {StudyEnvelope.CurrentVersion}. "
                + "Read it with the version of the lab that wrote it.");
        }
    }

    private static JsonElement? Member(JsonElement? of, string name) =>
        of is { ValueKind: JsonValueKind.Object } known && known.TryGetProperty(name, out var value) ? value : null;
}
