using System.Globalization;
using System.Net;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.ServiceDefaults.Health;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>The flags of the emulator's process.</summary>
internal static class CommandLine
{
    public const string Help =
        $"""
        A Cosmos DB emulator: the REST protocol of gateway mode, over plain http.

          --host ADDRESS        IP address to listen on; 0.0.0.0: all of the machine's. Default: 127.0.0.1
          --port N              port to listen on; 0: any free. Default: 8081
          --partitions N        physical partitions of a new container, which share its RU/s. Default: as these need
          --latency-mean-ms N   mean latency of data calls, lognormal; 0: none. Default: 0
          --latency-cv N        its coefficient of variation. Default: 0
          --seed N              seed of the latency. Default: 1
          --key BASE64          master key. Default: the well-known key of Microsoft's emulators
          --auth key|aad        aad: accept access tokens for data calls too. Default: key
          --consistency LEVEL   Strong, BoundedStaleness, Session, ConsistentPrefix or Eventual. Default: Session
          --stop-with-stdin B   true: stop when standard input ends, for programs that start the emulator. Default: false
          --help                this text

        {HealthCommand.Text}
        """;

    /// <summary>Whether the help is asked for, among whatever other flags.</summary>
    public static bool AsksForHelp(string[] args) => args.Any(argument => argument is "--help" or "-h");

    /// <summary>The options, or null and what is wrong with the first bad flag.</summary>
    public static EmulatorOptions? Parse(string[] args, out string? fault)
    {
        var options = new EmulatorOptions();
        for (var i = 0; i < args.Length; i += 2)
        {
            fault = i + 1 == args.Length ? $"The flag {args[i]} has no value." : Apply(options, args[i], args[i + 1]);
            if (fault is not null)
            {
                return null;
            }
        }

        fault = options.Latency.FindFault();
        return fault is null ? options : null;
    }

    private static string? Apply(EmulatorOptions options, string flag, string value) => flag switch
    {
        "--host" => ApplyHost(options, value),
        "--port" => ApplyInteger(flag, value, 0, 65535, port => options.Port = port),
        "--partitions" => ApplyInteger(flag, value, 1, 1000, count => options.Partitions = count),
        "--latency-mean-ms" => ApplyNumber(flag, value, mean => options.Latency = options.Latency with { MeanMs = mean }),
        "--latency-cv" => ApplyNumber(flag, value, cv => options.Latency = options.Latency with { CoefficientOfVariation = cv }),
        "--seed" => ApplyInteger(flag, value, 0, int.MaxValue, seed => options.Latency = options.Latency with { Seed = seed }),
        "--key" => ApplyKey(options, value),
        "--auth" => ApplyName<AuthMode>(flag, value, mode => options.Auth = mode),
        "--consistency" => ApplyName<ConsistencyLevel>(flag, value, level => options.Consistency = level),
        "--stop-with-stdin" => ApplyBoolean(flag, value, stop => options.StopWithStandardInput = stop),
        _ => $"The flag {flag} is not known. --help lists the flags.",
    };

    private static string? ApplyInteger(string flag, string value, int min, int max, Action<int> apply)
    {
        if (!int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number < min || number > max)
        {
            return $"{flag} {value} is not a whole number between {min} and {max}.";
        }

        apply(number);
        return null;
    }

    private static string? ApplyNumber(string flag, string value, Action<double> apply)
    {
        if (!double.TryParse(value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
        {
            return $"{flag} {value} is not a number such as 48 or 0.5.";
        }

        apply(number);
        return null;
    }

    private static string? ApplyBoolean(string flag, string value, Action<bool> apply)
    {
        if (!bool.TryParse(value, out var boolean))
        {
            return $"{flag} {value} is neither true nor false.";
        }

        apply(boolean);
        return null;
    }

    private static string? ApplyKey(EmulatorOptions options, string value)
    {
        options.Key = value;
        return Convert.TryFromBase64String(value, new byte[value.Length], out var length) && length > 0
            ? null
            : "--key is not a base64 text.";
    }

    private static string? ApplyHost(EmulatorOptions options, string value)
    {
        if (!IPAddress.TryParse(value, out var address))
        {
            return $"--host {value} is not an IP address, such as 127.0.0.1 or 0.0.0.0.";
        }

        options.Host = address;
        return null;
    }

    private static string? ApplyName<T>(string flag, string value, Action<T> apply)
        where T : struct, Enum
    {
        if (!Enum.TryParse<T>(value, ignoreCase: true, out var name) || !Enum.IsDefined(name))
        {
            return $"{flag} {value} is not one of {string.Join(", ", Enum.GetNames<T>())}.";
        }

        apply(name);
        return null;
    }
}
