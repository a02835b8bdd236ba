using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Health;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Runs a service from its command line to its exit code: 0 for a clean stop and <c>--help</c>, 1 with a line on stderr
/// otherwise.
/// </summary>
public static class ServiceProgram
{
    private static readonly ServiceCommand Health =
        new(HealthCommand.Name, HealthCommand.Text, args => HealthCommand.RunAsync(args, Console.Error));

    public static async Task<int> RunAsync(
        string[] args, ServiceIdentity identity, Func<WebApplicationBuilder, WebApplication> build)
    {
        ServiceCommand[] commands = [Health, .. identity.Commands];
        if (commands.FirstOrDefault(command => command.Name == args.FirstOrDefault()) is { } command)
        {
            return await command.RunAsync(args[1..]);
        }

        var flags = CommonFlags.ForService(identity);
        if (ServiceCommandLine.AsksForHelp(args))
        {
            await Console.Out.WriteAsync(HelpText.Write(identity.Title, flags, commands));
            return 0;
        }

        var commandLine = new ServiceCommandLine(flags);
        if (commandLine.FindMistake(args) is { } mistake)
        {
            return await FailAsync($"{mistake} Run with --help to see the flags.");
        }

        var builder = WebApplication.CreateBuilder(args);
        builder.Configuration.AddCommandLine(args, commandLine.SwitchMappings);
        return await RunAsync(builder, flags, build);
    }

    private static async Task<int> RunAsync(
        WebApplicationBuilder builder, IReadOnlyList<ServiceFlag> flags, Func<WebApplicationBuilder, WebApplication> build)
    {
        ListeningOptions? listening = null;
        try
        {
            await using var app = build(builder);
            listening = app.Services.GetRequiredService<IOptions<ListeningOptions>>().Value;
            await RunUntilStoppedAsync(app);
            // A background service that fails stops the host, which logs the failure.
            var background = app.Services.GetServices<IHostedService>().OfType<BackgroundService>();
            return background.FirstOrDefault(service => service.ExecuteTask is { IsFaulted: true }) is { } failed
                ? await FailAsync($"{failed.GetType().Name} failed: {failed.ExecuteTask!.Exception!.InnerException!.Message}")
                : 0;
        }
        catch (Exception exception) when (StartFailure.Describe(exception, flags, listening) is { } failure)
        {
            return await FailAsync(failure);
        }
    }

    private static async Task RunUntilStoppedAsync(WebApplication app)
    {
        try
        {
            await app.StartAsync();
            await app.WaitForShutdownAsync();
        }
        catch (OperationCanceledException) when (app.Lifetime.ApplicationStopping.IsCancellationRequested)
        {
            // Stopped while it was still starting.
        }
    }

    private static async Task<int> FailAsync(string message)
    {
        await Console.Error.WriteLineAsync(message);
        return 1;
    }
}
