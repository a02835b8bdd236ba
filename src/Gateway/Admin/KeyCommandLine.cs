using System.CommandLine;
using System.CommandLine.Invocation;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.ServiceDefaults.Settings;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Runs the commands with the configuration of the gateway: its settings files, environment variables and flags.
/// </summary>
internal static class KeyCommandLine
{
    private static readonly ServiceFlag[] Flags =
    [
        SettingsFile.Flag,
        .. KeyOptions.Flags.Where(flag => flag.Key == KeyOptions.StoreKey),
        .. DatabaseOptions.Flags,
        .. RedisOptions.Flags,
    ];

    /// <summary>Returns the exit code. A line with errors prints one message and returns 1.</summary>
    public static async Task<int> RunAsync(string[] args, TextWriter output, TextWriter error)
    {
        var (settings, others) = ServiceCommandLine.SplitSettings(args);
        var keys = KeyCommands.Create((line, run) => RunAsync(line, settings, run));
        foreach (var flag in Flags)
        {
            keys.Options.Add(new Option<string?>(flag.Name)
            {
                Description = $"{flag.Text} Default: {flag.Default}.",
                Recursive = true,
            });
        }

        var line = new RootCommand { keys }.Parse(["keys", .. others]);
        if (line.Errors is [var fault, ..] && line.Action is null or ParseErrorAction)
        {
            await error.WriteLineAsync($"{fault.Message.ReplaceLineEndings(" ")} {HelpFor(line.CommandResult.Command)}");
            return 1;
        }

        return await line.InvokeAsync(
            new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false });
    }

    private static async Task<int> RunAsync(ParseResult line, string[] settings, Func<KeyTool, Task> run)
    {
        var (output, error) = (line.InvocationConfiguration.Output, line.InvocationConfiguration.Error);
        try
        {
            await using var services = CreateServices(line, settings);
            services.Services.GetRequiredService<IStartupValidator>().Validate();
            await run(ActivatorUtilities.CreateInstance<KeyTool>(services.Services, output, error));
            return 0;
        }
        catch (Exception exception) when (StartFailure.Describe(exception, Flags) is { } failure)
        {
            await error.WriteLineAsync(failure);
            return 1;
        }
    }

    private static WebApplication CreateServices(ParseResult line, string[] settings)
    {
        var builder = WebApplication.CreateBuilder(settings);
        builder.Configuration.AddInMemoryCollection(Flags
            .Select(flag => KeyValuePair.Create(flag.Key, line.GetValue<string?>(flag.Name)))
            .Where(setting => setting.Value is not null));
        builder.Services.AddSingleton(TimeProvider.System).AddSingleton(GatewayService.Identity);
        return builder.AddSettingsFile().AddKeyStore().Build();
    }

    private static string HelpFor(Command command) => command.Subcommands.Count > 0
        ? $"Commands: {string.Join(", ", command.Subcommands.Select(each => each.Name))}."
        : $"See keys {command.Name} --help.";
}
