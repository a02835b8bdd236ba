using System.CommandLine;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Admin;

/// <summary>A subcommand of <c>keys</c>. It reads the same settings as the gateway.</summary>
internal sealed class KeyCommand : Command
{
    public KeyCommand(string name, string description, Action<ParseResult, KeyTool> run)
        : base(name, description)
    {
        var database = new Option<string?>("--database")
        {
            Description = $"File of the database, as the gateway has it. Default: {DatabaseOptions.DefaultFile}.",
        };
        Options.Add(database);
        SetAction(line => Run(line, line.GetValue(database), run));
    }

    private static int Run(ParseResult line, string? database, Action<ParseResult, KeyTool> run)
    {
        try
        {
            using var services = CreateServices(database);
            var writers = line.InvocationConfiguration;
            run(line, ActivatorUtilities.CreateInstance<KeyTool>(services.Services, writers.Output, writers.Error));
            return 0;
        }
        catch (Exception exception) when (exception is DatabaseException or KeyCommandException or OptionsValidationException)
        {
            line.InvocationConfiguration.Error.WriteLine(exception.Message);
            return 1;
        }
    }

    private static IHost CreateServices(string? database)
    {
        // The configuration is that of the gateway: same content root, settings files and environment variables.
        var builder = WebApplication.CreateBuilder();
        if (database is not null)
        {
            builder.Configuration[DatabaseOptions.FileKey] = database;
        }

        builder.Services.AddSingleton(TimeProvider.System).AddKeyStore();
        return builder.Build();
    }
}
