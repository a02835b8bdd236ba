using System.Text.Json;
using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>Shows and changes what may change while the emulator runs. A change is made whole or not at all.</summary>
internal sealed class SettingsEndpoint(LatencySimulator latency, FaultInjector faults)
{
    private const string Shape =
        "{\"latency\":{\"meanMs\":…,\"coefficientOfVariation\":…,\"seed\":…},"
        + "\"faults\":{\"slowPartitions\":{\"<range id>\":<factor>},\"errorShare\":…,\"errorStatus\":…,\"seed\":…}}";

    private readonly Lock _gate = new();

    public Task ShowAsync(HttpContext http) =>
        AdminJson.WriteAsync(http, StatusCodes.Status200OK, new EmulatorSettings(latency.Settings, faults.Settings));

    public async Task ChangeAsync(HttpContext http)
    {
        if (await FindFaultOrChangeAsync(http) is { } fault)
        {
            await AdminJson.RefuseAsync(http, fault);
            return;
        }

        await ShowAsync(http);
    }

    private async Task<string?> FindFaultOrChangeAsync(HttpContext http)
    {
        try
        {
            var change = await JsonSerializer.DeserializeAsync<SettingsChange>(
                http.Request.Body, JsonSerializerOptions.Web, http.RequestAborted);
            return change is null or { Latency: null, Faults: null }
                ? $"The body names neither latency nor faults. It is {Shape}; what is left out stays as it is."
                : FindFaultOrChange(change);
        }
        catch (JsonException error)
        {
            return $"The body is wrong at {error.Path ?? "$"}: a name that is not known, or a value of another type. It is {Shape}.";
        }
    }

    private string? FindFaultOrChange(SettingsChange change)
    {
        lock (_gate)
        {
            var newLatency = change.Latency?.ApplyTo(latency.Settings);
            var newFaults = change.Faults?.ApplyTo(faults.Settings);
            if ((newLatency?.FindFault() ?? newFaults?.FindFault()) is { } fault)
            {
                return fault;
            }

            // A setting that is not named keeps its sequence of random numbers too.
            if (newLatency is not null)
            {
                latency.Change(newLatency);
            }

            if (newFaults is not null)
            {
                faults.Change(newFaults);
            }

            return null;
        }
    }
}
