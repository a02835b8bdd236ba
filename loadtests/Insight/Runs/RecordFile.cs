using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>A lab's record as a JSON file.</summary>
public static class RecordFile
{
    /// <exception cref="IOException">The file cannot be written; the message names it.</exception>
    public static async Task WriteAsync<T>(T record, string path, CancellationToken cancellationToken)
    {
        await using var file = File.Create(path);
        await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
    }

    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="InvalidDataException">It holds something else; the message names it.</exception>
    public static async Task<T> ReadAsync<T>(string path, CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(path);
        try
        {
            return await JsonSerializer.DeserializeAsync<T>(file, RecordJson.Options, cancellationToken)
                ?? throw new InvalidDataException($"{path} is empty.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{path} is no record of this version: {exception.Message}", exception);
        }
    }
}
