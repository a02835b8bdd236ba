using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// Deliveries in a container: a number of documents for each owner and month. Document n is the same in each run.
/// </summary>
/// <param name="Container">The name of the container.</param>
/// <param name="KeyPath">The path of the partition key.</param>
/// <param name="Months">The number of months for which each owner has deliveries.</param>
/// <param name="PerMonth">The number of deliveries that an owner has in each month.</param>
/// <param name="Size">The approximate number of bytes of a document.</param>
internal sealed record DocumentSet(string Container, string KeyPath, int Months, int PerMonth, int Size)
{
    public const string Database = "bench";
    public const string OwnerPath = "/ownerId";
    /// <summary>The number of owners.</summary>
    public int Owners { get; init; } = 2_000;

    /// <summary>The number of physical partitions.</summary>
    public int Partitions { get; init; } = 9;

    public int Count => Owners * Months * PerMonth;

    /// <summary>Creates the container and imports its documents.</summary>
    public async Task<ImportTime> ImportAsync(Uri emulator)
    {
        using var http = new HttpClient { BaseAddress = new Uri(emulator, $"_emulator/databases/{Database}/containers/") };
        http.Timeout = TimeSpan.FromMinutes(5);
        var definition = new { partitionKeyPath = KeyPath, partitions = Partitions, throughput = 1_000_000_000 };
        (await http.PutAsJsonAsync(Container, definition)).EnsureSuccessStatusCode();
        var lines = new Lines(this);
        var start = Stopwatch.GetTimestamp();
        (await http.PostAsync($"{Container}/import", lines)).EnsureSuccessStatusCode();
        return new(Stopwatch.GetElapsedTime(start), lines.Bytes);
    }

    /// <summary>The partition key of document n.</summary>
    public PartitionKey KeyOf(int number) => new(KeyPath == OwnerPath ? OwnerId(number / (Months * PerMonth)) : Id(number));

    /// <summary>Creates the container and its documents as a client does.</summary>
    public async Task CreateAsync(Target target, CancellationToken cancellationToken)
    {
        var database = await target.Client.CreateDatabaseIfNotExistsAsync(Database, cancellationToken: cancellationToken);
        await database.Database.CreateContainerAsync(Container, KeyPath, cancellationToken: cancellationToken);
        for (var number = 0; number < Count; number++)
        {
            await Requests.UpsertAsync(target, this, number, Json(number));
        }
    }

    /// <summary>Returns document n, without a line end.</summary>
    /// <param name="month">The month, from 0, if it is not that of the import.</param>
    public string Json(int number, int? month = null)
    {
        var owner = number / (Months * PerMonth);
        var monthOfAll = month ?? number / PerMonth % Months;
        var json = string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            {"id":"{{Id(number)}}","deliveryId":"{{Id(number)}}","ownerId":"{{OwnerId(owner)}}","year":{{2024 + (monthOfAll / 12)}},"month":{{1 + (monthOfAll % 12)}},"number":{{number}},"code":"c-{{number}}","note":""
            """);
        return $"{json[..^1]}{new string('n', Math.Max(0, Size - json.Length))}\"}}";
    }

    public static string Id(int number) => string.Create(CultureInfo.InvariantCulture, $"d-{number:D7}");

    public static string OwnerId(int owner) => string.Create(CultureInfo.InvariantCulture, $"owner-{owner:D4}");

    /// <summary>All documents, one on each line, made while they are sent.</summary>
    private sealed class Lines(DocumentSet documents) : HttpContent
    {
        private const int BufferSize = 1 << 18;

        public long Bytes { get; private set; }

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            var buffer = new StringBuilder();
            for (var number = 0; number < documents.Count; number++)
            {
                buffer.Append(documents.Json(number)).Append('\n');
                if (buffer.Length >= BufferSize || number == documents.Count - 1)
                {
                    var bytes = Encoding.UTF8.GetBytes(buffer.ToString());
                    await stream.WriteAsync(bytes);
                    Bytes += bytes.Length;
                    buffer.Clear();
                }
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}

/// <param name="Duration">The time of the import.</param>
/// <param name="Bytes">The number of bytes of JSON that were imported.</param>
internal sealed record ImportTime(TimeSpan Duration, long Bytes);
