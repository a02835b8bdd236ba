using System.Text;

namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>What <c>--help</c> prints.</summary>
internal static class HelpText
{
    public static string For(ServiceIdentity identity)
    {
        var flags = CommonFlags.Of(identity);
        var width = flags.Max(flag => flag.Name.Length) + 2;
        var text = new StringBuilder()
            .AppendLine($"{identity.Title}")
            .AppendLine()
            .AppendLine("Flags:");
        foreach (var flag in flags)
        {
            text.AppendLine($"  {flag.Name.PadRight(width)}{flag.Text} Default: {flag.Default}");
        }

        text.AppendLine($"  {"--help".PadRight(width)}Prints this and exits.").AppendLine();
        AppendCommands(text, identity, width);
        return text
            .AppendLine("Any other setting: --Section:Key=value, an environment variable Section__Key, or appsettings.json.")
            .Append("Telemetry is sent by OTLP (http/protobuf) when OTEL_EXPORTER_OTLP_ENDPOINT is set; ")
            .AppendLine("metrics are at /metrics.")
            .ToString();
    }

    private static void AppendCommands(StringBuilder text, ServiceIdentity identity, int width)
    {
        if (identity.Commands.Count == 0)
        {
            return;
        }

        text.AppendLine("Commands, before all flags:");
        foreach (var command in identity.Commands)
        {
            text.AppendLine($"  {command.Name.PadRight(width)}{command.Text}");
        }

        text.AppendLine();
    }
}
