using System.Security.Cryptography;
using System.Text;

namespace DroneDelivery.Package.Items;

/// <summary>A code for an item's label that takes a few milliseconds of CPU to compute.</summary>
/// <param name="ItemId">The item of the label.</param>
/// <param name="Code">In hexadecimal digits; deterministic for an id.</param>
internal sealed record ItemSeal(string ItemId, string Code)
{
    private const int Iterations = 10_000;
    private const int Bytes = 32;

    private static readonly byte[] Salt = Encoding.UTF8.GetBytes("drone-delivery item seal");

    public static ItemSeal Compute(string itemId) => new(
        itemId, Convert.ToHexStringLower(Rfc2898DeriveBytes.Pbkdf2(itemId, Salt, Iterations, HashAlgorithmName.SHA256, Bytes)));
}
