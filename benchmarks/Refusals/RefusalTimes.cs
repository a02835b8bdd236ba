using System.Diagnostics;
using System.Globalization;
using System.Net;
using DroneDelivery.ColdStart.Benchmarks;
using DroneDelivery.SampleData;
using DroneDelivery.Shared.Benchmarks;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.Refusals.Benchmarks;

/// <summary>
/// Sends requests for data of another owner and for data that does not exist in turns over one connection, with the key of one
/// owner. If one took longer than the other, the time would show what exists.
/// </summary>
internal static class RefusalTimes
{
    private const double MaxDifference = 0.1;
    private const string KeyOwner = "owner-0001";
    private const string OtherOwner = "owner-0002";
    private const string NoOwner = "owner-9998";
    private const string Month = "year=2025&month=3";

    /// <returns>Whether the medians of each route differ by no more than the limit.</returns>
    public static async Task<bool> MeasureAsync(SystemUnderTest system, int pairs)
    {
        var folder = Directory.CreateTempSubdirectory("refusals-");
        try
        {
            return await MeasureAsync(system, pairs, Path.Combine(folder.FullName, "gateway.db"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static async Task<bool> MeasureAsync(SystemUnderTest system, int pairs, string database)
    {
        var key = await AddKeyAsync(database);
        var gateway = system.Services.Gateway;
        await using var services = await system.StartServicesAsync(
            gateway with { Flags = [.. gateway.Flags, "--keys", "required", "--database", database] });
        using var client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = 1 });
        client.BaseAddress = gateway.Ready;
        client.DefaultRequestHeaders.Add(GatewayProcess.KeyHeader, key);
        var met = true;
        Console.WriteLine("| Route | checked by | status | another owner's, ms | does not exist, ms | ratio |\n|---|---|---:|---:|---:|---:|");
        foreach (var route in Routes())
        {
            met &= await MeasureAsync(client, route, pairs);
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\nThe medians of {pairs:N0} requests each differ by at most {MaxDifference:P0}: {(met ? "met" : "missed")}."));
        return met;
    }

    private static Refusal[] Routes()
    {
        var world = new World();
        var delivery = world.DeliveriesOf(OtherOwner, 2025, 3)[0].DeliveryId;
        var package = world.ParcelsOf(OtherOwner, 2025, 3)[0].PackageId;
        return
        [
            new("/api/invoices/{ownerId}", "gateway", 403, $"/api/invoices/{OtherOwner}?{Month}", $"/api/invoices/{NoOwner}?{Month}"),
            new(
                "/api/deliveries",
                "gateway",
                403,
                $"/api/deliveries?ownerId={OtherOwner}&{Month}",
                $"/api/deliveries?ownerId={NoOwner}&{Month}"),
            new("/api/deliveries/{id}", "Delivery", 404, $"/api/deliveries/{delivery}", "/api/deliveries/d-9999998"),
            new("/api/packages/{id}", "Package", 404, $"/api/packages/{package}", "/api/packages/p-9999998"),
        ];
    }

    private static async Task<bool> MeasureAsync(HttpClient client, Refusal route, int pairs)
    {
        List<double> existing = [], missing = [];
        // The first half warms up.
        for (var pair = -pairs; pair < pairs; pair++)
        {
            var isFirst = pair % 2 == 0;
            var first = await TimeAsync(client, isFirst ? route.Existing : route.Missing, route.Status);
            var second = await TimeAsync(client, isFirst ? route.Missing : route.Existing, route.Status);
            if (pair >= 0)
            {
                existing.Add(isFirst ? first : second);
                missing.Add(isFirst ? second : first);
            }
        }

        var ratio = existing.Median() / missing.Median();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {route.Name} | {route.CheckedBy} | {route.Status} | {existing.Median():0.000} | {missing.Median():0.000} | {ratio:0.000} |"));
        return Math.Abs(ratio - 1) <= MaxDifference;
    }

    private static async Task<double> TimeAsync(HttpClient client, string address, int status)
    {
        var start = Stopwatch.GetTimestamp();
        using var response = await client.GetAsync(address);
        var elapsed = Stopwatch.GetElapsedTime(start);
        return response.StatusCode == (HttpStatusCode)status
            ? elapsed.TotalMilliseconds
            : throw new InvalidOperationException($"{address} answered {(int)response.StatusCode}.");
    }

    private static async Task<string> AddKeyAsync(string database)
    {
        string[] arguments = ["keys", "add", "refused", "--owners", KeyOwner, "--create", "--database", database];
        using var process = Process.Start(
            new ProcessStartInfo(ServerProcess.FindProgram("Gateway"), arguments) { RedirectStandardOutput = true })!;
        var key = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? key.Trim() : throw new InvalidOperationException("The key was not made.");
    }

    /// <param name="CheckedBy">The program that compares the owner with the key's.</param>
    private sealed record Refusal(string Name, string CheckedBy, int Status, string Existing, string Missing);
}
