using System.Globalization;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>
/// The emulator's own API beside Cosmos DB's: state, settings, reset, containers, import. No charge, no latency, no signature.
/// </summary>
internal sealed class AdminEndpoints(Account account, LatencySimulator latency, TimeProvider time)
{
    public const string Root = "/_emulator";

    public Task ServeAsync(HttpContext http, PathString rest)
    {
        var parts = (rest.Value ?? "").Split('/', StringSplitOptions.RemoveEmptyEntries);
        return (http.Request.Method, parts) switch
        {
            ("GET", ["health"]) => WriteAsync(http, StatusCodes.Status200OK, new HealthAnswer("ready")),
            ("GET", ["state"]) => ShowStateAsync(http),
            ("POST", ["reset"]) => ResetAsync(http),
            ("GET", ["settings"]) => WriteAsync(http, StatusCodes.Status200OK, new EmulatorSettings(latency.Settings)),
            ("PUT", ["settings"]) => ChangeSettingsAsync(http),
            ("PUT", ["databases", var database, "containers", var id]) => PutContainerAsync(http, database, id),
            ("POST", ["databases", var database, "containers", var id, "import"]) => ImportAsync(http, database, id),
            _ => RefuseAsync(
                http, $"{http.Request.Method} {http.Request.Path} is not part of the admin API.", StatusCodes.Status404NotFound),
        };
    }

    private Task ShowStateAsync(HttpContext http)
    {
        string? since = http.Request.Query["sinceSecond"];
        return long.TryParse(since ?? "0", NumberStyles.None, CultureInfo.InvariantCulture, out var second)
            ? WriteAsync(http, StatusCodes.Status200OK, EmulatorState.Of(account, second, time))
            : RefuseAsync(http, $"sinceSecond '{since}' is not a second of the Unix clock.");
    }

    private Task ResetAsync(HttpContext http)
    {
        foreach (var container in account.Containers)
        {
            container.ResetCounters();
        }

        http.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    private async Task ChangeSettingsAsync(HttpContext http)
    {
        if (await ReadAsync<EmulatorSettings>(http) is not { Latency: { } settings })
        {
            await RefuseAsync(http, "The body is not {\"latency\":{\"meanMs\":…,\"coefficientOfVariation\":…,\"seed\":…}}.");
        }
        else if (settings.FindFault() is { } fault)
        {
            await RefuseAsync(http, fault);
        }
        else
        {
            latency.Change(settings);
            await WriteAsync(http, StatusCodes.Status200OK, new EmulatorSettings(settings));
        }
    }

    private async Task PutContainerAsync(HttpContext http, string database, string id)
    {
        if (await ReadAsync<ContainerRequest>(http) is not { } request)
        {
            await RefuseAsync(http, "The body is not {\"partitionKeyPath\":…,\"partitions\":…,\"throughput\":…}.");
        }
        else if ((DocumentId.FindFault(database) ?? DocumentId.FindFault(id) ?? request.FindFault()) is { } fault)
        {
            await RefuseAsync(http, fault);
        }
        else
        {
            var definition = ContainerDefinition.Of(id, request.PartitionKeyPath!);
            var throughput = request.Throughput ?? Offer.LowestThroughput;
            var isNew = account.PutContainer(database, definition, request.Partitions, throughput);
            http.Response.StatusCode = isNew ? StatusCodes.Status201Created : StatusCodes.Status200OK;
        }
    }

    private async Task ImportAsync(HttpContext http, string database, string id)
    {
        if (account.FindDatabase(database)?.FindContainer(id) is not { } container)
        {
            var missing = $"The container '{id}' of database '{database}' does not exist.";
            await RefuseAsync(http, missing, StatusCodes.Status404NotFound);
            return;
        }

        var import = new NdjsonImport(container);
        if (await import.RunAsync(http.Request.BodyReader, http.RequestAborted) is { } fault)
        {
            await RefuseAsync(http, fault);
            return;
        }

        await WriteAsync(http, StatusCodes.Status200OK, new ImportAnswer(import.Documents));
    }

    private static async Task<T?> ReadAsync<T>(HttpContext http)
        where T : class
    {
        try
        {
            return await JsonSerializer.DeserializeAsync<T>(http.Request.Body, JsonSerializerOptions.Web, http.RequestAborted);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static Task RefuseAsync(HttpContext http, string message, int status = StatusCodes.Status400BadRequest) =>
        WriteAsync(http, status, new AdminError(message));

    private static Task WriteAsync<T>(HttpContext http, int status, T answer)
    {
        http.Response.StatusCode = status;
        return http.Response.WriteAsJsonAsync(answer, JsonSerializerOptions.Web, http.RequestAborted);
    }
}
