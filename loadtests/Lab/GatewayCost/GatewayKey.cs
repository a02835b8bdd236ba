namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Creates an API key with the gateway's command line, as an operator does.</summary>
internal static class GatewayKey
{
    /// <summary>A plan with every limit, so high that requests are counted and no limit is reached.</summary>
    public static readonly Dictionary<string, string> Plan = new()
    {
        ["Plans__measured__RequestsPerSecond"] = "1000000",
        ["Plans__measured__Burst"] = "1000000",
        ["Plans__measured__RequestsPerDay"] = "1000000000000",
        ["Plans__measured__Concurrency"] = "1000000",
        ["Plans__measured__IsPaying"] = "true",
    };

    private static readonly string[] Words =
        ["keys", "add", "lab", "--plan", "measured", "--scopes", "deliveries:read", "--all-owners", "--create", "--database"];

    /// <param name="database">The key database of the gateway that will receive the requests.</param>
    /// <exception cref="LabException">The gateway did not create a key.</exception>
    public static async Task<string> AddAsync(string database, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(BuiltService.Gateway.ProgramPath, [.. Words, database])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in Plan)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var printed = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var said = process.StandardError.ReadToEndAsync(CancellationToken.None);
        await process.WaitForExitAsync(cancellationToken);
        return process.ExitCode == 0
            ? (await printed).Trim()
            : throw new LabException($"The gateway did not create an API key: {(await said).Trim()}");
    }
}
