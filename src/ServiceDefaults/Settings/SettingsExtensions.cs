using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Json;

namespace DroneDelivery.ServiceDefaults.Settings;

public static class SettingsExtensions
{
    /// <summary>
    /// Adds the file of <c>--settings</c>, if there is one. It takes precedence over appsettings.json; the environment and
    /// the command line take precedence over it. A relative path starts at the content root.
    /// </summary>
    /// <exception cref="StartException">The file does not exist or is not valid JSON.</exception>
    public static WebApplicationBuilder AddSettingsFile(this WebApplicationBuilder builder)
    {
        if (builder.Configuration[SettingsFile.PathKey] is not { Length: > 0 } file)
        {
            return builder;
        }

        var sources = builder.Configuration.Sources;
        try
        {
            sources.Insert(
                sources.IndexOf(sources.OfType<JsonConfigurationSource>().Last()) + 1,
                new Source { Path = Path.GetFullPath(file, builder.Environment.ContentRootPath) });
        }
        catch (Exception exception) when (SettingsFile.FindFault(file, exception) is { } fault)
        {
            throw new StartException(fault, exception);
        }

        return builder;
    }

    /// <summary>Logs when a changed file cannot be used.</summary>
    internal static WebApplication UseSettingsFile(this WebApplication app)
    {
        var logger = app.Logger;
        if (((IConfigurationRoot)app.Configuration).Providers.OfType<SettingsFile>().FirstOrDefault() is { } file)
        {
            file.Rejected += faults => Log.SettingsWereRejected(logger, faults);
        }

        return app;
    }

    private sealed class Source : JsonConfigurationSource
    {
        public override IConfigurationProvider Build(IConfigurationBuilder builder)
        {
            ResolveFileProvider();
            return new SettingsFile(this);
        }
    }
}
