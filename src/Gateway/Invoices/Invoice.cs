namespace DroneDelivery.Gateway.Invoices;

/// <summary>What an owner pays for one month, and for what.</summary>
internal sealed record Invoice(
    string OwnerId,
    InvoicePeriod Period,
    InvoicedDeliveries Deliveries,
    InvoicedUtilization Utilization,
    InvoicedPackages Packages,
    InvoicedDrones Drones,
    InvoiceAmount Amount);

internal sealed record InvoicePeriod(int Year, int Month);

internal sealed record InvoicedDeliveries(int Count);

internal sealed record InvoicedUtilization(decimal MilesTraveled, decimal HoursAssigned);

internal sealed record InvoicedPackages(int Count, int Fragile, decimal WeightKilograms);

internal sealed record InvoicedDrones(int Count, int Assignments);

/// <summary>The sum and the lines it is made of.</summary>
internal sealed record InvoiceAmount(string Currency, decimal Total, IReadOnlyList<InvoiceLine> Lines);

/// <param name="For">What is paid for, and the unit that is counted.</param>
/// <param name="Quantity">How many units.</param>
/// <param name="Price">The price of one unit.</param>
/// <param name="Amount">Quantity times price, in full cents.</param>
internal sealed record InvoiceLine(string For, decimal Quantity, decimal Price, decimal Amount);
