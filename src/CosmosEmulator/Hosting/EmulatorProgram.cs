using System.Net;
using System.Net.Sockets;
using DroneDelivery.ServiceDefaults.Health;
using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.Stopping;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>The emulator as a process: flags in, one line out, and an exit code.</summary>
internal static class EmulatorProgram
{
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is [HealthCommand.Name, .. var rest])
        {
            return await HealthCommand.RunAsync(rest, Console.Error);
        }

        if (CommandLine.AsksForHelp(args))
        {
            Console.WriteLine(CommandLine.Help);
            return 0;
        }

        if (CommandLine.Parse(args, out var fault) is not { } options)
        {
            await Console.Error.WriteLineAsync(fault);
            return 1;
        }

        await WarmUp.RunAsync(options.Time);
        SocketThreads.Use();
        await using var app = EmulatorApplication.Build(options, builder => Configure(builder, options));
        return await TryStartAsync(app, options) ? await ServeAsync(app, options) : 1;
    }

    private static void Configure(WebApplicationBuilder builder, EmulatorOptions options)
    {
        builder.Services.Configure<SocketTransportOptions>(SocketThreads.Configure);
        if (options.StopWithStandardInput)
        {
            builder.Services.AddHostedService<StandardInputWatch>();
        }
    }

    private static async Task<bool> TryStartAsync(WebApplication app, EmulatorOptions options)
    {
        try
        {
            await app.StartAsync();
            return true;
        }
        catch (IOException error) when (error.InnerException is AddressInUseException)
        {
            await Console.Error.WriteLineAsync(
                $"Port {options.Port} is in use. Stop the program that holds it or choose another with --port.");
            return false;
        }
        catch (SocketException error)
        {
            await Console.Error.WriteLineAsync($"The emulator cannot listen on {options.Host}:{options.Port}: {error.Message}.");
            return false;
        }
    }

    private static async Task<int> ServeAsync(WebApplication app, EmulatorOptions options)
    {
        if (options.FindRisk() is { } risk)
        {
            await Console.Error.WriteLineAsync(risk);
        }

        // The address that stands for all of the machine's is none to connect to.
        var listening = app.Urls.First();
        var isAny = options.Host.Equals(IPAddress.Any) || options.Host.Equals(IPAddress.IPv6Any);
        var endpoint = isAny ? $"http://127.0.0.1:{new Uri(listening).Port}" : listening;
        // Standard output may be kept where others read it.
        var key = options.HasWellKnownKey ? options.Key : "<the value of --key>";
        Console.WriteLine($"Cosmos DB emulator listening on {listening}/ AccountEndpoint={endpoint}/;AccountKey={key};");
        await app.WaitForShutdownAsync();
        return 0;
    }
}
