using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using System.Text;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// Two containers of nine partitions with the same owners: ten times the documents in one, and yet five documents for each
/// owner and month in both.
/// </summary>
internal sealed class BenchmarkData(Uri endpoint)
{
    public const string Database = "bench";
    public const string Small = "documents20000";
    public const string Large = "documents200000";
    public const int Owners = 2000;
    public const int PerMonth = 5;
    private const int SmallMonths = 2;
    private const int LargeMonths = 20;
    private const string Key = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
    private static readonly string Note = new('n', 850);

    /// <summary>Fills both containers and returns how long the large one took.</summary>
    public async Task<TimeSpan> ImportAsync()
    {
        await ImportAsync(Small, MakeLines(SmallMonths));
        return await ImportAsync(Large, MakeLines(LargeMonths));
    }

    public CosmosClient NewClient() => new(
        endpoint.ToString(),
        Key,
        new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway, GatewayModeMaxConnectionLimit = 500 });

    private async Task<TimeSpan> ImportAsync(string container, byte[] lines)
    {
        using var http = new HttpClient { BaseAddress = new Uri(endpoint, $"_emulator/databases/{Database}/containers/") };
        var definition = new { partitionKeyPath = "/deliveryId", partitions = 9, throughput = 1_000_000_000 };
        (await http.PutAsJsonAsync(container, definition)).EnsureSuccessStatusCode();
        var start = Stopwatch.GetTimestamp();
        (await http.PostAsync($"{container}/import", new ByteArrayContent(lines))).EnsureSuccessStatusCode();
        return Stopwatch.GetElapsedTime(start);
    }

    private static byte[] MakeLines(int months)
    {
        var lines = new StringBuilder();
        var number = 0;
        for (var owner = 0; owner < Owners; owner++)
        {
            for (var month = 0; month < months; month++)
            {
                for (var i = 0; i < PerMonth; i++)
                {
                    AppendLine(lines, number++, owner, month);
                }
            }
        }

        return Encoding.UTF8.GetBytes(lines.ToString());
    }

    // About 1 KB, as a delivery is.
    private static void AppendLine(StringBuilder lines, int number, int owner, int month)
    {
        var period = FormattableString.Invariant($"\"year\":{2024 + (month / 12)},\"month\":{(month % 12) + 1}");
        var keys = FormattableString.Invariant($"\"id\":\"d-{number:D7}\",\"deliveryId\":\"d-{number:D7}\"");
        lines.AppendLine(
            CultureInfo.InvariantCulture, $"{{{keys},\"ownerId\":\"owner-{owner:D4}\",{period},\"note\":\"{Note}\"}}");
    }
}
