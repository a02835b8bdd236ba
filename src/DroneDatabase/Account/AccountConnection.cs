using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>The Cosmos DB account of a command line.</summary>
/// <param name="Cosmos">Its connection string; with an identity its endpoint.</param>
/// <param name="Identity">Whether it is used with a Microsoft Entra identity in place of a key.</param>
public sealed record AccountConnection(string Cosmos, bool Identity)
{
    /// <summary>A client in Gateway mode that waits for throttled calls.</summary>
    /// <exception cref="FormatException">The text is no connection string, or no endpoint; the message is one line.</exception>
    public CosmosClient CreateClient()
    {
        var options = CosmosSeeder.ClientOptions;
        try
        {
            return !Identity ? new CosmosClient(Cosmos, options)
                : new Uri(Cosmos) is { Scheme: "http", IsLoopback: false } ? throw new FormatException("a token is a secret")
                : new CosmosClient(Cosmos, EntraCredential.Create(), options);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException)
        {
            throw new FormatException(
                $"--cosmos needs {(Identity ? "an endpoint of the form https://…" : "a connection string of the form "
                    + "AccountEndpoint=…;AccountKey=…")} ({exception.Message})",
                exception);
        }
    }

    /// <summary>Whether a call to the account failed: it was refused, had no answer, or no token.</summary>
    public static bool IsFailure(Exception exception) =>
        exception is CosmosException or HttpRequestException || EntraCredential.HasFailed(exception);
}
