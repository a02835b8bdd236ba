using System.Globalization;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>
/// The emulator's own API, in addition to that of Cosmos DB: state, settings, reset, containers, import. No charge and no latency.
/// </summary>
internal sealed class AdminEndpoints(Account account, AdminAccess access, SettingsEndpoint settings, TimeProvider time)
{
    public const string Root = "/_emulator";

    /// <summary>For probes on any machine, so without authorization. It answers as soon as the emulator listens.</summary>
    public const string Health = "/health";

    public static Task ShowHealthAsync(HttpContext http) =>
        AdminJson.WriteAsync(http, StatusCodes.Status200OK, new HealthAnswer("ready"));

    public Task ServeAsync(HttpContext http, PathString rest)
    {
        if (access.FindRefusal(http) is { } refusal)
        {
            return AdminJson.RefuseAsync(http, refusal, StatusCodes.Status403Forbidden);
        }

        var parts = (rest.Value ?? "").Split('/', StringSplitOptions.RemoveEmptyEntries);
        return (http.Request.Method, parts) switch
        {
            ("GET", ["health"]) => ShowHealthAsync(http),
            ("GET", ["state"]) => ShowStateAsync(http),
            ("POST", ["reset"]) => ResetAsync(http),
            ("GET", ["settings"]) => settings.ShowAsync(http),
            ("PUT", ["settings"]) => settings.ChangeAsync(http),
            ("PUT", ["databases", var database, "containers", var id]) => PutContainerAsync(http, database, id),
            ("POST", ["databases", var database, "containers", var id, "import"]) => ImportAsync(http, database, id),
            _ => AdminJson.RefuseAsync(
                http, $"{http.Request.Method} {http.Request.Path} is not part of the admin API.", StatusCodes.Status404NotFound),
        };
    }

    private Task ShowStateAsync(HttpContext http)
    {
        string? since = http.Request.Query["sinceSecond"];
        return long.TryParse(since ?? "0", NumberStyles.None, CultureInfo.InvariantCulture, out var second)
            ? AdminJson.WriteAsync(http, StatusCodes.Status200OK, EmulatorState.Read(account, second, time))
            : AdminJson.RefuseAsync(http, $"sinceSecond '{since}' is not a second of the Unix clock.");
    }

    private Task ResetAsync(HttpContext http)
    {
        foreach (var container in account.Containers)
        {
            container.ResetCounters();
        }

        account.ManagementCalls.Reset();
        account.RefusedCalls.Reset();

        http.Response.StatusCode = StatusCodes.Status204NoContent;
        return Task.CompletedTask;
    }

    private async Task PutContainerAsync(HttpContext http, string database, string id)
    {
        if (await AdminJson.ReadAsync<ContainerRequest>(http) is not { } request)
        {
            await AdminJson.RefuseAsync(http, "The body is not {\"partitionKeyPath\":…,\"partitions\":…,\"throughput\":…}.");
        }
        else if ((DocumentId.FindNameFault(database) ?? DocumentId.FindNameFault(id) ?? request.FindFault()) is { } fault)
        {
            await AdminJson.RefuseAsync(http, fault);
        }
        else
        {
            var definition = ContainerDefinition.Create(id, request.PartitionKeyPath!);
            ProvisionedThroughput? throughput = request.Throughput is { } own ? ProvisionedThroughput.Manual(own) : null;
            var isNew = account.PutContainer(database, definition, request.Partitions, throughput);
            http.Response.StatusCode = isNew ? StatusCodes.Status201Created : StatusCodes.Status200OK;
        }
    }

    private async Task ImportAsync(HttpContext http, string database, string id)
    {
        if (account.FindDatabase(database)?.FindContainer(id) is not { } container)
        {
            var missing = $"The container '{id}' of database '{database}' does not exist.";
            await AdminJson.RefuseAsync(http, missing, StatusCodes.Status404NotFound);
            return;
        }

        var import = new NdjsonImport(container);
        if (await import.RunAsync(http.Request.BodyReader, http.RequestAborted) is { } fault)
        {
            await AdminJson.RefuseAsync(http, fault);
            return;
        }

        await AdminJson.WriteAsync(http, StatusCodes.Status200OK, new ImportAnswer(import.Documents));
    }
}
