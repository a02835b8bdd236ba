using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Removes request lines from the logs at every configured level, if keys are required. The server logs them, with a key in the
/// query, before the first middleware can remove the key.
/// </summary>
internal sealed class KeyLogFilter(IOptions<KeyOptions> keys) : IPostConfigureOptions<LoggerFilterOptions>
{
    private static readonly (string Category, LogLevel MinLevel)[] Levels =
    [
        // If any level is enabled, an activity is created for each request.
        ("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None),
        ("Microsoft.AspNetCore.Server.Kestrel.BadRequests", LogLevel.Warning),
    ];

    public void PostConfigure(string? name, LoggerFilterOptions options)
    {
        if (!keys.Value.AreRequired)
        {
            return;
        }

        // A rule for one provider takes precedence over a rule for all providers. Of two equal rules, the last one applies.
        string?[] providers = [.. options.Rules.Select(rule => rule.ProviderName).Append(null).Distinct()];
        foreach (var (category, minLevel) in Levels)
        {
            foreach (var provider in providers)
            {
                options.Rules.Add(new LoggerFilterRule(provider, category, minLevel, filter: null));
            }
        }
    }
}
